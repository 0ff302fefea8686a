package dev.alluvium.query.route;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.event.LocalEvents;
import dev.alluvium.query.extract.Extraction;
import dev.alluvium.query.extract.Extraction.Extracted;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Routes;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordJson;
import dev.alluvium.state.record.RecordRules;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** Splits a text into memories, and tells listeners where a model failed at it. */
public final class ExtractRoute {

    private final Extraction extraction;
    private final LocalEvents events;

    public ExtractRoute(Extraction extraction, LocalEvents events) {
        this.extraction = extraction;
        this.events = events;
    }

    public void declare(Routes routes, String memory) {
        routes.post(memory + "/extract", this::extract);
    }

    private void extract(Context ctx) throws IOException {
        Call call = new Call(ctx);
        call.parameters().done();
        Fields fields = call.fields();
        String content = fields.requiredText("content");
        if (content != null) {
            try {
                RecordRules.checkContent(content);
            } catch (IllegalArgumentException e) {
                fields.problem("content", e.getMessage());
            }
        }
        fields.done();
        Extracted extracted = extraction.of(content);
        ObjectNode json = Json.object();
        RecordJson.putTexts(json, "memories", extracted.memories());
        if (extracted.failure() != null) {
            json.putObject("fallback").put("detail", extracted.failure());
            ObjectNode details = Json.object().put("error", extracted.failure());
            RecordJson.putTexts(details, "values", List.of(content));
            events.publish(
                    new MemoryEvent(call.memory(), "extract_failed", Instant.now(), null, details));
        }
        call.answer(200, json);
    }
}
