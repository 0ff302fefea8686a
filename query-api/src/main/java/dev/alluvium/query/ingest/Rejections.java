package dev.alluvium.query.ingest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;

/** The lines an import could not take: all counted, the first of them with their reasons. */
final class Rejections {

    private static final int MAX_LISTED = 1_000;

    private final ArrayNode listed = Json.MAPPER.createArrayNode();
    private long count;

    void add(long line, String detail) {
        count++;
        if (listed.size() < MAX_LISTED) {
            listed.addObject().put("line", line).put("detail", detail);
        }
    }

    void write(ObjectNode json) {
        json.put("rejected", count);
        json.set("rejections", listed);
    }
}
