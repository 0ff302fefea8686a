package dev.alluvium.models.embedding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.provider.Call;
import dev.alluvium.models.provider.Deadline;
import dev.alluvium.state.json.Json;
import java.util.List;
import java.util.Locale;

/**
 * An endpoint of one's own: {@code {"texts": [...], "purpose": "query"}} is answered with {@code
 * {"vectors": [[...]]}}.
 */
record CustomEmbeddings() implements EmbeddingWire {

    @Override
    public Call call(EmbeddingLine line, List<String> texts, Purpose purpose, Deadline deadline) {
        ObjectNode body = Json.object();
        texts.forEach(body.putArray("texts")::add);
        return line.post("", body.put("purpose", purpose.name().toLowerCase(Locale.ROOT)));
    }

    @Override
    public List<JsonNode> vectors(JsonNode reply) {
        return EmbeddingWire.elements(reply.path("vectors"));
    }
}
