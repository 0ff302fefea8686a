package dev.alluvium.state.episode;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordJson;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Turns and their drafts as JSON: the same fields over HTTP, in the log and in exports. */
public final class TurnJson {

    private TurnJson() {}

    public static TurnDraft draft(Fields fields) {
        fields.require("content");
        List<float[]> vectors =
                Stream.of(fields.vector("vector"), fields.vector("pair_vector"))
                        .filter(Objects::nonNull)
                        .toList();
        return new TurnDraft(
                fields.text("id"),
                fields.text("session"),
                fields.text("author"),
                fields.text("content"),
                fields.instant("at"),
                fields.map("metadata"),
                vectors);
    }

    public static ObjectNode write(TurnDraft draft) {
        ObjectNode json = Json.object();
        RecordJson.put(json, "id", draft.id());
        if (!draft.session().isEmpty()) {
            json.put("session", draft.session());
        }
        RecordJson.put(json, "author", draft.author());
        json.put("content", draft.content());
        RecordJson.put(json, "at", draft.at());
        if (!draft.metadata().isEmpty()) {
            json.set("metadata", Json.MAPPER.valueToTree(draft.metadata()));
        }
        RecordJson.putVector(
                json, "vector", draft.vectors().isEmpty() ? null : draft.vectors().get(0));
        RecordJson.putVector(
                json, "pair_vector", draft.vectors().size() < 2 ? null : draft.vectors().get(1));
        return json;
    }

    public static ObjectNode write(Turn turn) {
        ObjectNode json = Json.object();
        json.put("id", turn.id());
        json.put("session", turn.session());
        json.put("author", turn.author());
        json.put("content", turn.content());
        json.put("at", turn.at().toString());
        json.set("metadata", Json.MAPPER.valueToTree(turn.metadata()));
        json.put("known_from", turn.knownFrom().toString());
        return json;
    }

    public static ArrayNode write(List<Turn> turns) {
        ArrayNode array = Json.MAPPER.createArrayNode();
        turns.forEach(turn -> array.add(write(turn)));
        return array;
    }
}
