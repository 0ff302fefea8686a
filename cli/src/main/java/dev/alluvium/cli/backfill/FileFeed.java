package dev.alluvium.cli.backfill;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.job.bootstrap.CommandFeed;
import dev.alluvium.operators.memory.BootstrapLedger;
import dev.alluvium.query.columns.ReadyValues;
import dev.alluvium.query.columns.RowSource;
import dev.alluvium.query.ingest.Gathering;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * The rows of files as the commands that an import would make of them, with the same ids, without a
 * server. What can be no row goes to {@code FILE.rejected}.
 *
 * @param memory the key of the memory of rows that name none, or null
 * @param kind of rows that name none, or null
 * @param format null: as the names of the files end
 * @param ledgerName of the ledger in which rejected rows are noted
 */
record FileFeed(List<String> files, String memory, Kind kind, Format format, String ledgerName)
        implements CommandFeed {

    @Override
    public void read(Consumer<Command> out) throws IOException {
        for (String file : files) {
            // Each file by itself: the same files in other runs make the same commands.
            Gathering gathering =
                    new Gathering(null, false, id -> 0, (command, bytes) -> out.accept(command));
            try (Source source = Source.open(file, System.in)) {
                read(source, gathering);
            }
            gathering.end();
        }
    }

    private void read(Source source, Gathering gathering) throws IOException {
        Format written = format == null ? Format.of(source.name()) : format;
        MemoryId defaultMemory = memory == null ? null : MemoryId.ofKey(memory);
        Checkpoint start = Checkpoint.start(source.head(), memory, kind);
        source.progressFiles().cutRejected(start);
        if (written.areColumns()) {
            columns(source, written, defaultMemory, gathering);
        } else {
            RowShape shape = written.shape(source.head(), defaultMemory, kind);
            try (LineSource lines = source.lines(written, start)) {
                lines(lines, shape, gathering, source.progressFiles());
            }
        }
    }

    private void lines(LineSource lines, RowShape shape, Gathering gathering, ProgressFiles files)
            throws IOException {
        for (Line line = lines.next(); line != null; line = lines.next()) {
            if (line.isBlank()) {
                continue;
            }
            try {
                for (Row row : shape.rows(line)) {
                    gathering.take(Json.parse(row.json()), row.json().length);
                }
            } catch (RefusedLineException | InvalidInputException e) {
                reject(files, line, e.getMessage());
            }
        }
    }

    private void columns(Source source, Format written, MemoryId defaultMemory, Gathering gathering)
            throws IOException {
        try (RowSource rows = source.columns(written, kind)) {
            while (rows.next()) {
                ObjectNode row = Json.object();
                try {
                    row = rows.row();
                    identify(row, source.head(), rows.number());
                    if (defaultMemory != null && !row.has("app") && !row.has("user")) {
                        row.put("app", defaultMemory.app()).put("user", defaultMemory.user());
                    }
                    gathering.take(row, rows.bytes());
                } catch (InvalidInputException e) {
                    reject(source.progressFiles(), line(row, rows.number()), e.getMessage());
                }
            }
        }
    }

    /** Gives a row that could not be known again without one the id that a backfill gives it. */
    private static void identify(ObjectNode row, String head, long number) {
        for (Kind each : Kind.values()) {
            if (row.get(each.member()) instanceof ObjectNode item
                    && ImportRows.needsId(each.member(), item)) {
                item.put("id", Hashes.id(head, line(row, number)));
            }
        }
    }

    private static Line line(ObjectNode row, long number) {
        return new Line(number, 0, Json.bytes(ReadyValues.plain(row.deepCopy())), 0);
    }

    private void reject(ProgressFiles files, Line line, String reason) throws IOException {
        BootstrapLedger.of(ledgerName).rejected();
        files.append(List.of(new Rejection(line.number(), reason, line.bytes())));
    }
}
