package dev.alluvium.models.embedding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.provider.Call;
import dev.alluvium.models.provider.Deadline;
import dev.alluvium.state.json.Json;
import java.util.List;

/** Cohere's embeddings, in the second version of its API. */
record CohereEmbeddings() implements EmbeddingWire {

    @Override
    public Call call(EmbeddingLine line, List<String> texts, Purpose purpose, Deadline deadline) {
        ObjectNode body = body(texts, purpose).put("model", line.model());
        body.putArray("embedding_types").add("float");
        if (line.config().dimension() > 0 && line.model().contains("v4")) {
            body.put("output_dimension", line.config().dimension());
        }
        return line.post("/v2/embed", body);
    }

    /** What Cohere is asked wherever it runs. */
    static ObjectNode body(List<String> texts, Purpose purpose) {
        ObjectNode body = Json.object();
        texts.forEach(body.putArray("texts")::add);
        return body.put("input_type", purpose == Purpose.QUERY ? "search_query" : "search_document")
                .put("truncate", "END");
    }

    @Override
    public List<JsonNode> vectors(JsonNode reply) {
        return EmbeddingWire.elements(reply.path("embeddings").path("float"));
    }
}
