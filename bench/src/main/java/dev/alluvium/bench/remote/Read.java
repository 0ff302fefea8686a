package dev.alluvium.bench.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.micro.TextLikeVectors;
import dev.alluvium.bench.system.Client;
import dev.alluvium.bench.system.Client.Timed;
import dev.alluvium.bench.system.Sentences;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The kinds of reads that are compared; the n-th of a kind is the same for whoever is asked. */
enum Read {
    BY_ID {
        @Override
        Timed send(Side side, String user, int n) throws IOException, InterruptedException {
            List<String> ids = side.ids(user);
            return side.client().get(user, "/records/" + ids.get(n % ids.size()));
        }
    },
    LIST {
        @Override
        Timed send(Side side, String user, int n) throws IOException, InterruptedException {
            return side.client().get(user, "/records?limit=50");
        }
    },
    RECALL_WORDS {
        @Override
        Timed send(Side side, String user, int n) throws IOException, InterruptedException {
            ObjectNode body = recall().put("mode", "lexical");
            body.put("query", new Sentences(n).next(QUERY_CHARACTERS));
            return side.client().post(user, "/recall", body);
        }
    },
    RECALL_VECTOR {
        @Override
        Timed send(Side side, String user, int n) throws IOException, InterruptedException {
            ObjectNode body = recall();
            RecordJson.putVector(body, "vector", VECTORS.get(n % VECTORS.size()));
            return side.client().post(user, "/recall", body);
        }
    },
    PROFILE {
        @Override
        Timed send(Side side, String user, int n) throws IOException, InterruptedException {
            return side.client().get(user, "/profile");
        }
    };

    private static final int QUERY_CHARACTERS = 45;
    private static final int DIFFERENT_VECTORS = 64;
    private static final List<float[]> VECTORS = vectors();

    abstract Timed send(Side side, String user, int n) throws IOException, InterruptedException;

    /** One that leaves no trace. */
    private static ObjectNode recall() {
        return Json.object().put("limit", 10).put("read_only", true);
    }

    private static List<float[]> vectors() {
        TextLikeVectors vectors = new TextLikeVectors(7);
        List<float[]> made = new ArrayList<>();
        for (int i = 0; i < DIFFERENT_VECTORS; i++) {
            made.add(vectors.next());
        }
        return made;
    }

    /**
     * One of the two that are compared.
     *
     * @param ids of records by user, since each system names them itself
     */
    record Side(Client client, Map<String, List<String>> ids) {

        List<String> ids(String user) {
            return ids.get(user);
        }

        /** Learns the ids of some records of a memory. */
        void learn(String user) throws IOException, InterruptedException {
            List<String> some = new ArrayList<>();
            for (JsonNode record : client.get(user, "/records?limit=500").body().path("records")) {
                some.add(record.path("id").asText());
            }
            ids.put(user, some);
        }
    }
}
