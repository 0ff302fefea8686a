package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.system.Client.Timed;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * How long a recall takes, seen by its caller and split as the server explains it. The total is of
 * recalls that ask for no explanation, which costs a read of its own. Every query is another text,
 * so that no cache of embeddings helps.
 */
final class RecallLatency {

    private static final int CONCURRENT = 4;
    private static final int WARM_UP = 50;
    private static final int QUERY_CHARACTERS = 45;

    private final Client system;
    private final Scale scale;
    private long asked;

    RecallLatency(Client system, Scale scale) {
        this.system = system;
        this.scale = scale;
    }

    /** Latencies of one caller, whole and by part. */
    private static final class Split {
        final Percentiles total = new Percentiles();
        final Percentiles embed = new Percentiles();
        final Percentiles wait = new Percentiles();
        final Percentiles search = new Percentiles();

        void add(Timed answer) {
            JsonNode timing = answer.body().get("timing");
            if (timing == null) {
                total.add(answer.millis());
                return;
            }
            embed.add(timing.get("embed_ms").asDouble());
            wait.add(timing.get("wait_ms").asDouble());
            search.add(timing.get("search_ms").asDouble());
        }

        void addAll(Split others) {
            total.addAll(others.total);
            embed.addAll(others.embed);
            wait.addAll(others.wait);
            search.addAll(others.search);
        }

        ObjectNode toJson() {
            ObjectNode json = Json.object();
            json.set("total", total.toJson());
            json.set("embed", embed.toJson());
            json.set("wait", wait.toJson());
            json.set("search", search.toJson());
            return json;
        }

        @Override
        public String toString() {
            return total + " (embed " + embed + ", wait " + wait + ", search " + search + ")";
        }
    }

    /** One recall of a memory that may have to be loaded first. */
    double first(String memory) throws IOException, InterruptedException {
        return recall(memory, sentences(), false).millis();
    }

    ObjectNode measure(String memory) throws IOException, InterruptedException {
        repeat(memory, WARM_UP);
        Split alone = repeat(memory, scale.queries());
        Progress.say("recall %s: %s", memory, alone);
        Split together = together(memory);
        Progress.say("recall %s, %d callers: %s", memory, CONCURRENT, together);
        ObjectNode json = Json.object();
        json.set("one_caller", alone.toJson());
        json.set("four_callers", together.toJson());
        return json;
    }

    /** While turns are imported into other memories as fast as they go. */
    ObjectNode duringBackfill(String memory) throws Exception {
        ExecutorService caller = Executors.newSingleThreadExecutor();
        try {
            byte[] body = new TurnLines("backfill", 8, scale.turns(), scale.seed() + 9).body();
            List<Double> rates = new ArrayList<>();
            int times = Math.max(100, scale.queries() / 4);
            Callable<Split> recalls = () -> repeat(memory, times);
            Future<Split> split = caller.submit(recalls);
            for (int i = 0; !split.isDone(); i++) {
                // Other memories each time, or the turns would be known already.
                byte[] renamed =
                        i == 0
                                ? body
                                : new TurnLines("backfill-" + i, 8, scale.turns(), scale.seed() + 9)
                                        .body();
                rates.add(system.importAll(renamed, scale.turns()).perSecond(scale.turns()));
            }
            double rate =
                    Percentiles.median(rates.stream().mapToDouble(Double::doubleValue).toArray());
            Progress.say("recall %s during %.0f turns/s: %s", memory, rate, split.get());
            ObjectNode json = split.get().toJson();
            json.put("turns_per_s", Percentiles.rounded(rate));
            return json;
        } finally {
            caller.shutdownNow();
        }
    }

    private Split together(String memory) throws IOException, InterruptedException {
        ExecutorService callers = Executors.newFixedThreadPool(CONCURRENT);
        try {
            List<Callable<Split>> calls = new ArrayList<>();
            for (int i = 0; i < CONCURRENT; i++) {
                calls.add(() -> repeat(memory, scale.queries() / CONCURRENT));
            }
            Split all = new Split();
            for (Future<Split> each : callers.invokeAll(calls)) {
                all.addAll(each.get());
            }
            return all;
        } catch (java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            callers.shutdownNow();
        }
    }

    private Split repeat(String memory, int times) throws IOException, InterruptedException {
        Sentences sentences = sentences();
        Split split = new Split();
        for (int i = 0; i < times; i++) {
            split.add(recall(memory, sentences, false));
            split.add(recall(memory, sentences, true));
        }
        return split;
    }

    private synchronized Sentences sentences() {
        return new Sentences(scale.seed() + 1_000 + asked++);
    }

    private Timed recall(String memory, Sentences sentences, boolean explained)
            throws IOException, InterruptedException {
        ObjectNode body =
                Json.object()
                        .put("query", sentences.next(QUERY_CHARACTERS))
                        .put("explain", explained)
                        .put("limit", 10);
        return system.post(memory, "/recall", body);
    }
}
