package dev.alluvium.state.reembed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Vectors of rows as they stand in the log, and questions for them as a job keeps them. */
public final class VectorJson {

    /** Of questions; those of other releases are read by it, and newer ones refused. */
    private static final int VERSION = 1;

    /** Below this, doubles are whole numbers each. */
    private static final double MAX_ROW = 1L << 53;

    private VectorJson() {}

    /** Reads what {@link #write(RowVectors)} wrote, noting what cannot be. */
    public static RowVectors row(Fields fields) {
        fields.require("row");
        Double row = fields.number("row", 0, MAX_ROW);
        return new RowVectors(
                row == null ? 0 : row.longValue(),
                fields.text("text"),
                Stream.of(fields.vector("vector"), fields.vector("pair_vector"))
                        .filter(Objects::nonNull)
                        .toList());
    }

    public static ObjectNode write(RowVectors row) {
        ObjectNode json = Json.object();
        json.put("row", row.ordinal());
        RecordJson.put(json, "text", row.text());
        List<float[]> vectors = row.vectors();
        RecordJson.putVector(json, "vector", vectors.isEmpty() ? null : vectors.get(0));
        RecordJson.putVector(json, "pair_vector", vectors.size() < 2 ? null : vectors.get(1));
        return json;
    }

    public static byte[] write(VectorQuestion question) {
        ObjectNode json = Json.object();
        json.put("v", VERSION);
        json.put("memory", question.memory().key());
        json.put("of", question.of().toString());
        json.put("embedder", question.embedder());
        json.put("kind", question.kind().key());
        json.put("up_to", question.upTo());
        ArrayNode rows = json.putArray("rows");
        for (VectorQuestion.Row row : question.rows()) {
            ObjectNode node = rows.addObject().put("row", row.ordinal());
            RecordJson.putTexts(node, "texts", row.texts());
        }
        return Json.cbor(json);
    }

    public static VectorQuestion question(byte[] bytes) {
        JsonNode json = Json.cbor(bytes);
        int version = json.path("v").asInt();
        if (version > VERSION) {
            throw new IllegalStateException(
                    "question for vectors of format %d is newer than %d, which this program reads; upgrade it"
                            .formatted(version, VERSION));
        }
        List<VectorQuestion.Row> rows = new ArrayList<>();
        for (JsonNode node : json.path("rows")) {
            List<String> texts = new ArrayList<>();
            node.path("texts").forEach(text -> texts.add(text.asText()));
            rows.add(new VectorQuestion.Row(node.path("row").asLong(), texts));
        }
        return new VectorQuestion(
                MemoryId.ofKey(json.path("memory").asText()),
                Position.parse(json.path("of").asText()),
                json.path("embedder").asText(),
                RowKind.of(json.path("kind").asText()),
                json.path("up_to").asLong(),
                rows);
    }
}
