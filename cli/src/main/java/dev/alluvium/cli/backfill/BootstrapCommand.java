package dev.alluvium.cli.backfill;

import dev.alluvium.cli.cluster.BoundedRun;
import dev.alluvium.cli.option.OptionArguments;
import dev.alluvium.job.bootstrap.BootstrapJob;
import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Settings;
import dev.alluvium.operators.memory.BootstrapLedger;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the first state of a system from files, without a log and without a server. */
@Command(
        name = "bootstrap",
        description = {
            "Writes a savepoint from files of records, turns or graphs, for a new system to start from:",
            "alluvium serve --from-savepoint DIR, or flink run -s DIR. It holds what the same rows would have",
            "become through the log, sooner. Formats, --memory and --kind are those of backfill.",
            "Rejected rows go to FILE.rejected."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the savepoint holds all rows",
            "1:there is no savepoint",
            "2:the arguments are wrong",
            "3:some rows were rejected, the savepoint holds the others"
        })
public final class BootstrapCommand implements Callable<Integer> {

    private static final int SOME_REJECTED = 3;
    private static final int MAX_SHOWN = 5;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files to read, in order.")
    private List<String> files;

    @Option(
            names = "--savepoint",
            required = true,
            paramLabel = "DIR",
            description = "The directory to write; it must not be there, or be empty.")
    private Path savepoint;

    @Mixin private RowArguments rows;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description = "Writers side by side; default: one for each core.")
    private Integer parallelism;

    @Mixin private OptionArguments options;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Settings settings = options.settings(Map.of());
        int writers =
                parallelism == null ? Runtime.getRuntime().availableProcessors() : parallelism;
        check(writers);
        long start = System.nanoTime();
        String name = UUID.randomUUID().toString();
        BootstrapLedger ledger = BootstrapLedger.of(name);
        try (Display display = Display.of(System.err, false)) {
            display.begin("bootstrap", 0, -1);
            write(settings, writers, name, display);
            PrintWriter out = spec.commandLine().getOut();
            summary(ledger, (System.nanoTime() - start) / 1e9).forEach(out::println);
            out.flush();
        } finally {
            BootstrapLedger.remove(name);
        }
        return ledger.rowsRejected() + ledger.refused() > 0 ? SOME_REJECTED : 0;
    }

    private void write(Settings settings, int writers, String name, Display display)
            throws Exception {
        BootstrapLedger ledger = BootstrapLedger.of(name);
        FileFeed feed =
                new FileFeed(
                        List.copyOf(files),
                        rows.memory() == null ? null : rows.memory().key(),
                        rows.kind(),
                        rows.format(),
                        name);
        Path working = savepoint.resolveSibling(savepoint.getFileName() + ".working");
        long memoryBytes = settings.get(AlluviumOptions.ROCKSDB_MEMORY).getBytes();
        try (BoundedRun run = BoundedRun.start(working, writers, memoryBytes)) {
            run.execute(
                    BootstrapJob.build(
                            run.environment(),
                            feed,
                            Instant.now(),
                            writers,
                            settings.embedSettings(),
                            settings.memorySettings(name, null),
                            name,
                            savepoint.toAbsolutePath()),
                    () -> show(ledger, display));
        }
        if (ledger.failure() != null) {
            throw new IOException(
                    "the state could not be written: " + ledger.failure(), ledger.failure());
        }
        BootstrapJob.check(savepoint.toAbsolutePath(), writers);
    }

    private void check(int writers) throws IOException {
        if (writers < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--parallelism " + writers + " is below 1");
        }
        rows.check(spec);
        for (String file : files) {
            if (!file.equals("-") && !Files.isReadable(Path.of(file))) {
                throw new ParameterException(
                        spec.commandLine(),
                        "cannot read " + file + "; give readable files, or - for standard input");
            }
        }
        if (Files.exists(savepoint)) {
            try (Stream<Path> entries = Files.list(savepoint)) {
                if (entries.findAny().isPresent()) {
                    throw new ParameterException(
                            spec.commandLine(),
                            savepoint + " is not empty; give a directory that is not there yet");
                }
            }
        }
    }

    private static void show(BootstrapLedger ledger, Display display) {
        display.waiting(
                "%,d commands read, %,d applied, %,d rows"
                        .formatted(
                                ledger.commandsRead(),
                                ledger.commandsApplied(),
                                ledger.rowsApplied()));
    }

    private List<String> summary(BootstrapLedger ledger, double seconds) {
        return Stream.concat(
                        Stream.of(
                                "%,d rows written to %s, %,d rejected, in %.1f s (%,.0f rows/s)"
                                        .formatted(
                                                ledger.rowsApplied(),
                                                savepoint,
                                                ledger.rowsRejected(),
                                                seconds,
                                                ledger.rowsApplied() / seconds)),
                        ledger.refused() == 0
                                ? Stream.<String>empty()
                                : Stream.concat(
                                        Stream.of(
                                                "%,d commands were refused:"
                                                        .formatted(ledger.refused())),
                                        ledger.reasons().stream()
                                                .limit(MAX_SHOWN)
                                                .map(reason -> "  " + reason)))
                .toList();
    }
}
