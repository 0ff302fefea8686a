package dev.alluvium.models.embedding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.provider.Call;
import dev.alluvium.models.provider.Deadline;
import dev.alluvium.state.json.Json;
import java.util.List;

/** Google's embeddings: of the Gemini API, and of Vertex AI in a project. */
enum GoogleEmbeddings implements EmbeddingWire {
    GEMINI {
        @Override
        public Call call(
                EmbeddingLine line, List<String> texts, Purpose purpose, Deadline deadline) {
            String model = line.model();
            ObjectNode body = Json.object();
            ArrayNode requests = body.putArray("requests");
            for (String text : texts) {
                ObjectNode request = requests.addObject().put("model", "models/" + model);
                request.putObject("content").putArray("parts").addObject().put("text", text);
                request.put("taskType", task(purpose));
                if (line.config().dimension() > 0) {
                    request.put("outputDimensionality", line.config().dimension());
                }
            }
            return line.post(
                    "/models/" + UrlPart.of(model) + ":batchEmbedContents",
                    body,
                    "x-goog-api-key",
                    line.key());
        }

        @Override
        public List<JsonNode> vectors(JsonNode reply) {
            return EmbeddingWire.elements(reply.path("embeddings")).stream()
                    .map(each -> each.path("values"))
                    .toList();
        }
    },

    VERTEX {
        /** The models named for Gemini take one text in a call. */
        @Override
        public BatchLimits limits(String model, BatchLimits usual) {
            return model.startsWith("gemini-") ? new BatchLimits(1, 0, 0) : usual;
        }

        @Override
        public Call call(
                EmbeddingLine line, List<String> texts, Purpose purpose, Deadline deadline) {
            ObjectNode body = Json.object();
            ArrayNode instances = body.putArray("instances");
            for (String text : texts) {
                instances.addObject().put("content", text).put("task_type", task(purpose));
            }
            ObjectNode parameters = body.putObject("parameters").put("autoTruncate", true);
            if (line.config().dimension() > 0) {
                parameters.put("outputDimensionality", line.config().dimension());
            }
            String path =
                    "/v1/projects/%s/locations/%s/publishers/google/models/%s:predict"
                            .formatted(
                                    UrlPart.of(line.config().text("project_id")),
                                    UrlPart.of(location(line.config())),
                                    UrlPart.of(line.model()));
            return line.post(path, body);
        }

        @Override
        public List<JsonNode> vectors(JsonNode reply) {
            return EmbeddingWire.elements(reply.path("predictions")).stream()
                    .map(each -> each.path("embeddings").path("values"))
                    .toList();
        }
    };

    static String location(EmbedderConfig config) {
        return config.text("location", "us-central1");
    }

    private static String task(Purpose purpose) {
        return purpose == Purpose.QUERY ? "RETRIEVAL_QUERY" : "RETRIEVAL_DOCUMENT";
    }
}
