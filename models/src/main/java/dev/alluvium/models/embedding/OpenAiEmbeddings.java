package dev.alluvium.models.embedding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.provider.Call;
import dev.alluvium.models.provider.Deadline;
import dev.alluvium.state.json.Json;
import java.util.Comparator;
import java.util.List;

/** OpenAI's embeddings, and those that answer in its shape: Azure, Voyage and Jina. */
enum OpenAiEmbeddings implements EmbeddingWire {
    OPENAI {
        @Override
        Call call(EmbeddingLine line, ObjectNode body, Purpose purpose) {
            return line.post("/embeddings", dimensions(line, body.put("model", line.model())));
        }
    },

    /** The deployment stands in the path, the key in a header of its own. */
    AZURE {
        @Override
        Call call(EmbeddingLine line, ObjectNode body, Purpose purpose) {
            String path =
                    "/openai/deployments/"
                            + UrlPart.of(line.model())
                            + "/embeddings?api-version="
                            + UrlPart.of(line.config().text("api_version", "2024-02-01"));
            return line.post(path, dimensions(line, body), "api-key", line.key());
        }
    },

    VOYAGE {
        @Override
        Call call(EmbeddingLine line, ObjectNode body, Purpose purpose) {
            body.put("model", line.model());
            body.put("input_type", purpose == Purpose.QUERY ? "query" : "document");
            body.put("truncation", true);
            if (line.config().dimension() > 0) {
                body.put("output_dimension", line.config().dimension());
            }
            return line.post("/embeddings", body);
        }
    },

    JINA {
        @Override
        Call call(EmbeddingLine line, ObjectNode body, Purpose purpose) {
            body.put("model", line.model());
            body.put("truncate", true);
            // The models of the second generation know no task.
            if (!line.model().contains("-v2-")) {
                body.put(
                        "task", purpose == Purpose.QUERY ? "retrieval.query" : "retrieval.passage");
                dimensions(line, body);
            }
            return line.post("/embeddings", body);
        }
    };

    abstract Call call(EmbeddingLine line, ObjectNode body, Purpose purpose);

    @Override
    public Call call(EmbeddingLine line, List<String> texts, Purpose purpose, Deadline deadline) {
        ObjectNode body = Json.object();
        texts.forEach(body.putArray("input")::add);
        return call(line, body, purpose);
    }

    @Override
    public List<JsonNode> vectors(JsonNode reply) {
        return EmbeddingWire.elements(reply.path("data")).stream()
                .sorted(Comparator.comparingInt(each -> each.path("index").asInt()))
                .map(each -> each.path("embedding"))
                .toList();
    }

    private static ObjectNode dimensions(EmbeddingLine line, ObjectNode body) {
        // The older model refuses to be asked for fewer.
        if (line.config().dimension() > 0 && !line.model().endsWith("ada-002")) {
            body.put("dimensions", line.config().dimension());
        }
        return body;
    }
}
