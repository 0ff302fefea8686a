package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.MemoryId;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Has memories embedded anew, and watches how far that is. */
@Command(
        name = "reembed",
        description = {
            "Embeds, by the server's embedder, all that has no vector of it: after the embedder was changed, or where texts were kept without vectors.",
            "Memories are read and written meanwhile. The server goes on by itself, also after a restart; the command watches, and can be stopped and run again."
        })
public final class ReembedCommand implements Callable<Integer> {

    private static final int PAGE = 1000;

    private static final Duration GIVE_UP_AFTER = Duration.ofMinutes(10);

    /** Between lines where there is no terminal. */
    private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(3);

    @ArgGroup(multiplicity = "1")
    private Which which;

    @Option(names = "--anew", description = "Makes vectors of the same embedder again, too.")
    private boolean anew;

    @Mixin private ServerArguments server;

    @Spec private CommandSpec spec;

    private ProgressBar bar;
    private long said = System.nanoTime();

    /** The memories that are meant. */
    static final class Which {

        @Option(
                names = "--memory",
                paramLabel = "APP/USER",
                description = "This memory; a slash inside a name is written %%2F.",
                converter = ServerArguments.MemoryConverter.class)
        private MemoryId memory;

        @Option(names = "--all", description = "All memories, a few at once.")
        private boolean all;
    }

    @Override
    public Integer call() throws Exception {
        List<MemoryId> memories = which.all ? all() : List.of(which.memory);
        ReembedWatch watch = new ReembedWatch(server.client(), anew, GIVE_UP_AFTER, this::say);
        Thread told = new Thread(ReembedCommand::tellStopped, "alluvium-reembed-stop");
        Runtime.getRuntime().addShutdownHook(told);
        try {
            watch.run(
                    memories,
                    (done, underWay, embedded) -> show(memories.size(), done, underWay, embedded));
        } finally {
            closeBar();
        }
        Runtime.getRuntime().removeShutdownHook(told);
        say(
                "%,d of %,d memories embedded by the server's embedder, %,d texts got vectors"
                        .formatted(
                                memories.size() - watch.failed(),
                                memories.size(),
                                watch.embedded()));
        return watch.failed() == 0 ? 0 : 1;
    }

    private static void tellStopped() {
        System.err.println("stopped watching; the server goes on with what it was asked");
    }

    private List<MemoryId> all() throws IOException, InterruptedException {
        List<MemoryId> all = new ArrayList<>();
        String cursor = null;
        do {
            String after =
                    cursor == null
                            ? ""
                            : "&cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8);
            JsonNode page = server.client().get("/v1/memories?limit=" + PAGE + after);
            for (JsonNode memory : page.path("memories")) {
                all.add(new MemoryId(memory.path("app").asText(), memory.path("user").asText()));
            }
            cursor = page.path("next_cursor").textValue();
        } while (cursor != null);
        return all;
    }

    /** Of one memory its rows, of several how many are done. */
    private void show(int memories, long done, Map<MemoryId, JsonNode> underWay, long embedded) {
        long at = done;
        long of = memories;
        long texts = embedded;
        for (JsonNode each : underWay.values()) {
            texts += each.path("embedded").asLong();
        }
        if (memories == 1 && !underWay.isEmpty()) {
            JsonNode one = underWay.values().iterator().next();
            at = one.path("rows_done").asLong();
            of = one.path("rows").asLong();
        }
        String what = memories == 1 ? "rows" : "memories";
        if (Terminal.isInteractive()) {
            bar = bar == null ? newBar(what) : bar;
            bar.maxHint(of);
            bar.stepTo(at);
            bar.setExtraMessage(" %,d texts".formatted(texts));
        } else if (!underWay.isEmpty() && System.nanoTime() - said > LINE_NANOS) {
            say("%,d of %,d %s, %,d texts embedded".formatted(at, of, what, texts));
        }
    }

    private static ProgressBar newBar(String what) {
        return new ProgressBarBuilder()
                .setTaskName(what)
                .setInitialMax(0)
                .continuousUpdate()
                .setConsumer(new ConsoleProgressBarConsumer(System.err))
                .build();
    }

    private void closeBar() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }

    private void say(String line) {
        closeBar();
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
        said = System.nanoTime();
    }
}
