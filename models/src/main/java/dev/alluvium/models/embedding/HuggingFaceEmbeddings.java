package dev.alluvium.models.embedding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.provider.Call;
import dev.alluvium.models.provider.Deadline;
import dev.alluvium.state.json.Json;
import java.util.List;

/**
 * Hugging Face's feature extraction, hosted, or a server of one's own that answers as its
 * text-embeddings-inference does, at the very URL that was given.
 */
record HuggingFaceEmbeddings() implements EmbeddingWire {

    @Override
    public Call call(EmbeddingLine line, List<String> texts, Purpose purpose, Deadline deadline) {
        ObjectNode body = Json.object();
        texts.forEach(body.putArray("inputs")::add);
        body.put("truncate", true).put("normalize", true);
        return line.post(
                line.config().has("url")
                        ? ""
                        : "/models/" + line.model() + "/pipeline/feature-extraction",
                body);
    }

    @Override
    public List<JsonNode> vectors(JsonNode reply) {
        return EmbeddingWire.elements(reply);
    }
}
