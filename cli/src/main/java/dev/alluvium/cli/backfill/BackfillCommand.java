package dev.alluvium.cli.backfill;

import dev.alluvium.cli.client.ServerArguments;
import dev.alluvium.cli.client.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Puts files of records, turns or graphs into memories. */
@Command(
        name = "backfill",
        description = {
            "Puts files of records, turns or graphs into memories, and resumes where it was interrupted.",
            "Lines are {\"app\",\"user\",\"record\"|\"turn\"|\"entity\"|\"observation\"|\"relation\":{...}} as an"
                    + " import and an export have them, or bare records or turns. Gzip is unpacked.",
            "Rejected lines go to FILE.rejected; FILE.progress says how far it is."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all lines were accepted and applied",
            "1:it could not go on; the same command resumes",
            "2:the arguments are wrong",
            "3:some lines were rejected, the others are applied"
        })
public final class BackfillCommand implements Callable<Integer> {

    private static final int SOME_REJECTED = 3;
    private static final int STOPPED = 130;

    /** How long an interrupted run may take to note what the server still acknowledges. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Files to read; - is standard input.")
    private List<String> files;

    @Mixin private RowArguments rows;

    @Option(
            names = "--infer",
            description =
                    "Has the server's language model decide afterwards what records leave open: scope, categories and"
                            + " importance, and what becomes of records that say nearly the same. Costs one or two calls"
                            + " for each record.")
    private boolean infer;

    @Option(
            names = "--give-up-after",
            paramLabel = "TIME",
            defaultValue = "10m",
            description =
                    "How long to wait for a server that does not answer, such as 90s or 1h; default: 10m.",
            converter = TimeConverter.class)
    private Duration giveUpAfter;

    @Option(
            names = "--restart",
            description = "Starts over instead of resuming an interrupted run.")
    private boolean restart;

    @Mixin private ServerArguments server;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        rows.check(spec);
        if (infer) {
            rows.requireRecords(spec);
        }
        Backfill.Settings settings =
                new Backfill.Settings(
                        files,
                        rows.memory(),
                        rows.kind(),
                        rows.format(),
                        infer,
                        giveUpAfter,
                        restart);
        CountDownLatch ended = new CountDownLatch(1);
        try (Display display = Display.of(System.err, Terminal.isInteractive())) {
            Backfill backfill = new Backfill(settings, server.client(), System.in, display);
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(() -> stop(backfill, ended), "alluvium-backfill-stop"));
            return run(backfill, display);
        } finally {
            ended.countDown();
        }
    }

    private int run(Backfill backfill, Display display) throws Exception {
        try {
            Tally tally = backfill.run();
            display.close();
            PrintWriter out = spec.commandLine().getOut();
            tally.lines().forEach(out::println);
            out.flush();
            return tally.rejected() > 0 ? SOME_REJECTED : 0;
        } catch (StoppedException e) {
            display.say("stopped: " + howToResume(backfill.tally()));
            return STOPPED;
        } catch (IOException e) {
            display.close();
            throw new IOException(e.getMessage() + "\n" + howToResume(backfill.tally()), e);
        } catch (IllegalArgumentException e) {
            display.close();
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private String howToResume(Tally tally) {
        String so = "%,d rows are in the log; ".formatted(tally.accepted());
        return files.contains(Source.STANDARD_INPUT)
                ? so + "to resume, send the same input again: rows that are there are not doubled"
                : so + "to resume, run the same command again";
    }

    /** Runs while the JVM ends: lets the backfill note its place. */
    private static void stop(Backfill backfill, CountDownLatch ended) {
        backfill.stop();
        try {
            ended.await(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads {@code 90s}, {@code 10m}, {@code 2h} or {@code PT1H30M}. */
    static final class TimeConverter implements ITypeConverter<Duration> {

        @Override
        public Duration convert(String text) {
            String iso = text.toUpperCase(Locale.ROOT);
            try {
                return Duration.parse(iso.startsWith("P") ? iso : "PT" + iso);
            } catch (DateTimeParseException e) {
                throw new TypeConversionException(
                        "\"" + text + "\" is not a time such as 90s, 10m or 1h");
            }
        }
    }
}
