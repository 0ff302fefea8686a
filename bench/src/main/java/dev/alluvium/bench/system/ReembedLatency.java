package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.cli.serve.LocalSystem;
import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Settings;
import dev.alluvium.state.json.Json;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What is felt of a memory that is embedded anew: the same writes and reads before and meanwhile,
 * of that memory and of another, and how many texts a second it gets through.
 */
final class ReembedLatency {

    private static final String ANEW = "anew";
    private static final String OTHER = "other";
    private static final int HELD = 3_000;
    private static final int WARM_UP = 200;
    private static final int REQUESTS = 200;
    private static final int CHARACTERS = 120;

    private final Path directory;
    private final Map<String, String> options;
    private final Records held;
    private final Records written;
    private final Sentences sentences;

    /**
     * @param options of the system, by name
     */
    ReembedLatency(Path directory, Map<String, String> options, long seed) {
        this.directory = directory;
        this.options = options;
        held = new Records(ANEW, seed);
        written = new Records(OTHER, seed + 1);
        sentences = new Sentences(seed + 2);
    }

    /** The same requests, before and meanwhile. */
    private final class Felt {
        private final Percentiles writes = new Percentiles();
        private final Percentiles embeddedWrites = new Percentiles();
        private final Percentiles recalls = new Percentiles();
        private final Percentiles otherRecalls = new Percentiles();

        void round(Client client) throws Exception {
            writes.add(client.post(OTHER, "/records?wait=true", written.single()).millis());
            ObjectNode text = Json.object();
            text.putArray("records").addObject().put("content", sentences.next(CHARACTERS));
            embeddedWrites.add(client.post(OTHER, "/records?wait=true", text).millis());
            ObjectNode query = Json.object().put("query", sentences.next(CHARACTERS / 3));
            recalls.add(client.post(ANEW, "/recall", query).millis());
            query.put("query", sentences.next(CHARACTERS / 3));
            otherRecalls.add(client.post(OTHER, "/recall", query).millis());
        }

        ObjectNode toJson() {
            ObjectNode json = Json.object();
            json.set("write_other", writes.toJson());
            json.set("write_other_to_embed", embeddedWrites.toJson());
            json.set("recall", recalls.toJson());
            json.set("recall_other", otherRecalls.toJson());
            return json;
        }

        @Override
        public String toString() {
            return "write %s, write of a text to embed %s, recall %s, recall of another %s"
                    .formatted(writes, embeddedWrites, recalls, otherRecalls);
        }
    }

    ObjectNode measure() throws Exception {
        Map<String, String> all = new LinkedHashMap<>(options);
        all.put(AlluviumOptions.DATA.key(), directory.resolve("reembed").toString());
        all.put(AlluviumOptions.PORT.key(), "0");
        try (LocalSystem system = LocalSystem.start(Settings.of(null, Map.of(), all))) {
            Client client = new Client(system.port());
            Iterator<byte[]> lines = Stream.generate(held::line).limit(HELD).iterator();
            client.importAll(lines, HELD);
            Felt warmUp = new Felt();
            for (int i = 0; i < WARM_UP; i++) {
                warmUp.round(client);
            }
            Felt before = new Felt();
            for (int i = 0; i < REQUESTS; i++) {
                before.round(client);
            }
            long start = System.nanoTime();
            client.post(ANEW, "/reembed?wait=true", Json.object().put("anew", true));
            Felt meanwhile = new Felt();
            while (isRunning(client)) {
                meanwhile.round(client);
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            Progress.say("before:    %s", before);
            Progress.say("meanwhile: %s", meanwhile);
            ObjectNode json = Json.object().put("texts", HELD);
            json.put("texts_per_s", Percentiles.rounded(HELD / seconds));
            json.set("before", before.toJson());
            json.set("meanwhile", meanwhile.toJson());
            return json;
        }
    }

    private static boolean isRunning(Client client) throws Exception {
        return client.get(ANEW, "/reembed").body().path("state").asText().equals("running");
    }
}
