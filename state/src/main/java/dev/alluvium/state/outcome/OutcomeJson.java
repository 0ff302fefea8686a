package dev.alluvium.state.outcome;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.Position;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Outcomes as JSON, for answers over HTTP, events and what is kept for an idempotency key. */
public final class OutcomeJson {

    private OutcomeJson() {}

    public static ObjectNode write(CommandOutcome outcome) {
        ObjectNode json = Json.object();
        json.put("position", outcome.position().toString());
        json.set("outcomes", items(outcome.items()));
        if (outcome.forgotten() > 0) {
            json.put("forgotten", outcome.forgotten());
        }
        if (outcome.refusal() != null) {
            json.putObject("refusal")
                    .put("status", outcome.refusal().status())
                    .put("title", outcome.refusal().title())
                    .put("detail", outcome.refusal().detail());
        }
        return json;
    }

    public static ArrayNode items(List<ItemOutcome> items) {
        ArrayNode array = Json.MAPPER.createArrayNode();
        for (ItemOutcome item : items) {
            ObjectNode json = array.addObject();
            json.put("id", item.id());
            json.put("action", item.action().name().toLowerCase(Locale.ROOT));
            RecordJson.put(json, "duplicate_of", item.duplicateOf());
            RecordJson.put(json, "reason", item.reason());
        }
        return array;
    }

    public static CommandOutcome read(JsonNode json) {
        List<ItemOutcome> items = new ArrayList<>();
        for (JsonNode item : json.path("outcomes")) {
            items.add(
                    new ItemOutcome(
                            item.path("id").asText(),
                            ItemOutcome.Action.valueOf(
                                    item.path("action").asText().toUpperCase(Locale.ROOT)),
                            item.path("duplicate_of").textValue(),
                            item.path("reason").textValue()));
        }
        JsonNode refusal = json.get("refusal");
        return new CommandOutcome(
                Position.parse(json.path("position").asText()),
                items,
                json.path("forgotten").asLong(),
                refusal == null
                        ? null
                        : new CommandOutcome.Refusal(
                                refusal.path("status").asInt(),
                                refusal.path("title").asText(),
                                refusal.path("detail").asText()));
    }
}
