package dev.alluvium.models.embedding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.provider.Call;
import dev.alluvium.models.provider.Deadline;
import dev.alluvium.state.json.Json;
import java.util.List;

/** An Ollama's embeddings, many texts at once; it cuts what is too long by itself. */
record OllamaEmbeddings() implements EmbeddingWire {

    @Override
    public String place(String url) {
        return url.replaceAll("/api/embed(dings)?$", "");
    }

    @Override
    public Call call(EmbeddingLine line, List<String> texts, Purpose purpose, Deadline deadline) {
        ObjectNode body = Json.object().put("model", line.model());
        texts.forEach(body.putArray("input")::add);
        return line.post("/api/embed", body);
    }

    @Override
    public List<JsonNode> vectors(JsonNode reply) {
        return EmbeddingWire.elements(reply.path("embeddings"));
    }
}
