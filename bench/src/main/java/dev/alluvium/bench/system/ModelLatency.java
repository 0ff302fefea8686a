package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.cli.serve.LocalSystem;
import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Settings;
import dev.alluvium.state.json.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * What others feel of a memory whose saves are put to a slow language model: in rounds by turns,
 * the same saves at the same pace with and without the model.
 */
final class ModelLatency {

    private static final String SAVING = "saving";
    private static final String OTHER = "other";
    private static final int ROUNDS = 6;
    private static final int REQUESTS = 150;
    private static final int WARM_UP = 300;
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final Duration PACE = Duration.ofMillis(50);

    private final Path directory;
    private final Map<String, String> options;
    private final Records saved;
    private final Records written;

    /**
     * @param options of the system, by name
     */
    ModelLatency(Path directory, Map<String, String> options, long seed) {
        this.directory = directory;
        this.options = options;
        saved = new Records(SAVING, seed);
        written = new Records(OTHER, seed + 1);
    }

    /** The same requests of one kind, with and without the model. */
    private static final class Felt {
        private final Percentiles writes = new Percentiles();
        private final Percentiles reads = new Percentiles();
        private final Percentiles readsOfSaving = new Percentiles();

        ObjectNode toJson() {
            ObjectNode json = Json.object();
            json.set("write_other", writes.toJson());
            json.set("read_other", reads.toJson());
            json.set("read_saving", readsOfSaving.toJson());
            return json;
        }
    }

    ObjectNode measure() throws Exception {
        try (SlowModel model = new SlowModel(PAUSE);
                LocalSystem system = start(model)) {
            Client client = new Client(system.port());
            round(client, new Felt(), WARM_UP);
            Felt without = new Felt();
            Felt with = new Felt();
            for (int round = 0; round < ROUNDS; round++) {
                besides(client, false, without);
                besides(client, true, with);
            }
            Progress.say(
                    "without the model: write %s, read %s, read of the one saved to %s",
                    without.writes, without.reads, without.readsOfSaving);
            Progress.say(
                    "with the model:    write %s, read %s, read of the one saved to %s",
                    with.writes, with.reads, with.readsOfSaving);
            ObjectNode json = Json.object();
            json.put("model_ms", PAUSE.toMillis()).put("saves_per_s", 1_000 / PACE.toMillis());
            json.set("without", without.toJson());
            json.set("with", with.toJson());
            return json.put("asked", model.asked());
        }
    }

    private LocalSystem start(SlowModel model) throws Exception {
        Map<String, String> all = new LinkedHashMap<>(options);
        all.put(AlluviumOptions.DATA.key(), directory.resolve("model").toString());
        all.put(AlluviumOptions.PORT.key(), "0");
        all.put(AlluviumOptions.LLM.key(), "custom/slow");
        all.put(AlluviumOptions.LLM_CONFIG.key(), model.configuration());
        return LocalSystem.start(Settings.of(null, Map.of(), all));
    }

    private void besides(Client client, boolean infer, Felt felt) throws Exception {
        ScheduledExecutorService saver = Executors.newSingleThreadScheduledExecutor();
        try {
            Future<?> saving =
                    saver.scheduleAtFixedRate(
                            () -> save(client, infer), 0, PACE.toMillis(), TimeUnit.MILLISECONDS);
            round(client, felt, REQUESTS);
            saving.cancel(false);
        } finally {
            saver.shutdown();
            saver.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    private void save(Client client, boolean infer) {
        try {
            ObjectNode body = saved.single();
            body.put("infer", infer);
            client.post(SAVING, "/records", body);
        } catch (Exception e) {
            throw new IllegalStateException("a save failed", e);
        }
    }

    private void round(Client client, Felt felt, int requests) throws Exception {
        for (int i = 0; i < requests; i++) {
            ObjectNode body = written.single();
            body.put("infer", false);
            felt.writes.add(client.post(OTHER, "/records?wait=true", body).millis());
            felt.reads.add(client.get(OTHER, "/records?limit=10").millis());
            felt.readsOfSaving.add(client.get(SAVING, "/records?limit=10").millis());
        }
    }
}
