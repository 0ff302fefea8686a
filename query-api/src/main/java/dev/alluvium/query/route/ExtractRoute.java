package dev.alluvium.query.route;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Routes;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordJson;
import dev.alluvium.state.record.RecordRules;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;

/**
 * Splits a text into atomic memories. Without a language model the whole text is one memory, so
 * that nothing is lost.
 */
public final class ExtractRoute {

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
        ObjectNode json = Json.object();
        RecordJson.putTexts(json, "memories", List.of(content));
        call.answer(200, json);
    }
}
