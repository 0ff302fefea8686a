package dev.alluvium.cli.backfill;

import dev.alluvium.cli.backfill.Importer.Acknowledged;
import dev.alluvium.cli.client.ApiClient;
import dev.alluvium.state.MemoryId;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Puts the lines of some sources into memories, each once, whatever is interrupted on the way: what
 * the server acknowledged is noted beside the source, and what may be sent twice around an
 * interruption has an id that makes the second time change nothing. One thread runs it; any may
 * stop it.
 */
final class Backfill {

    private final Settings settings;
    private final InputStream standardInput;
    private final Display display;
    private final Patience patience;
    private final Importer importer;
    private final Applied applied;
    private final Tally tally = new Tally();

    Backfill(Settings settings, ApiClient client, InputStream standardInput, Display display) {
        this.settings = settings;
        this.standardInput = standardInput;
        this.display = display;
        patience = new Patience(settings.giveUpAfter(), display);
        importer = new Importer(client, patience, settings.infer());
        applied = new Applied(client, patience);
    }

    /**
     * What to put where.
     *
     * @param sources files, or {@code -} for standard input
     * @param memory of lines that name none, or null
     * @param kind of lines that name none, or null
     * @param format null: as the names of the sources end
     * @param infer whether a language model decides what records leave open
     * @param restart whether to forget what an interrupted run left
     */
    record Settings(
            List<String> sources,
            MemoryId memory,
            Kind kind,
            Format format,
            boolean infer,
            Duration giveUpAfter,
            boolean restart) {}

    /** Runs to the end of all sources and until all of them is applied. */
    Tally run() throws IOException, InterruptedException, StoppedException {
        List<ProgressFiles> finished = new ArrayList<>();
        for (String name : settings.sources()) {
            try (Source source = Source.open(name, standardInput)) {
                ProgressFiles files = source.progressFiles();
                fill(source, files);
                finished.add(files);
            }
        }
        applied.awaitAll();
        tally.applied(applied.position());
        for (ProgressFiles files : finished) {
            files.forget();
        }
        return tally;
    }

    /** Ends {@link #run()} with {@link StoppedException} after the request on its way. */
    void stop() {
        patience.stop();
    }

    /** What has been done so far. */
    Tally tally() {
        return tally;
    }

    private void fill(Source source, ProgressFiles files)
            throws IOException, InterruptedException, StoppedException {
        String memory = settings.memory() == null ? null : settings.memory().key();
        Checkpoint saved = settings.restart() ? null : files.load();
        Checkpoint at =
                saved == null ? Checkpoint.start(source.head(), memory, settings.kind()) : saved;
        check(at, source, files, memory);
        if (saved != null && settings.memory() != null) {
            // The run before may have ended before all it wrote was applied.
            applied.written(List.of(settings.memory()));
        }
        if (at.done()) {
            display.say(source.name() + " was finished by the run before");
            tally.finishedBefore(at, files);
            return;
        }
        files.cutRejected(at);
        try (LineSource lines = source.lines(format(source), at)) {
            if (at.line() > 0) {
                Line last = lines.next();
                if (last == null || !Hashes.hex(last.bytes()).equals(at.lineHash())) {
                    throw changed(source, files);
                }
                display.say(
                        "resuming %s after line %,d, %,d rows of it are in the log"
                                .formatted(source.name(), at.line(), at.accepted()));
            }
            tally.begin(at);
            display.begin(source.name(), lines.bytesRead(), source.totalBytes());
            files.save(send(lines, source, files, at));
        }
        tally.end(files);
    }

    private Checkpoint send(LineSource lines, Source source, ProgressFiles files, Checkpoint from)
            throws IOException, InterruptedException, StoppedException {
        Checkpoint at = from;
        RowShape shape = format(source).shape(source.head(), settings.memory(), from.kind());
        try (ChunkReader chunks = new ChunkReader(lines, shape)) {
            while (true) {
                Chunk chunk = chunks.next();
                if (patience.isStopped()) {
                    throw new StoppedException();
                }
                if (chunk.isEnd()) {
                    return at.finished();
                }
                Acknowledged acknowledged = importer.send(chunk);
                at = at.after(chunk, acknowledged, files.append(acknowledged.rejections()));
                files.save(at);
                if (acknowledged.accepted() > 0) {
                    applied.written(chunk.memories());
                }
                tally.add(acknowledged);
                display.update(tally.progress(chunk.bytesRead(), applied.position()));
            }
        }
    }

    private Format format(Source source) {
        return settings.format() == null ? Format.of(source.name()) : settings.format();
    }

    private void check(Checkpoint at, Source source, ProgressFiles files, String memory)
            throws IOException {
        if (!at.head().equals(source.head())) {
            throw changed(source, files);
        }
        boolean sameKind =
                settings.kind() == null || at.kind() == null || settings.kind() == at.kind();
        if (!Objects.equals(at.memory(), memory) || !sameKind) {
            throw new IOException(
                    files.progress()
                            + " is of a backfill "
                            + (at.memory() == null ? "without --memory" : "--memory " + at.memory())
                            + (at.kind() == null ? "" : " --kind " + at.kind())
                            + "; give the same to resume it, or --restart to start over");
        }
    }

    private static IOException changed(Source source, ProgressFiles files) {
        return new IOException(
                source.name()
                        + " is not the file that "
                        + files.progress()
                        + " is of, its content has changed; give the file of before to resume, or --restart to start over");
    }
}
