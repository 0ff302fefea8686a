package dev.alluvium.cli.backfill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A line that was not taken, and why.
 *
 * @param line its number in its file
 * @param row its text
 */
record Rejection(long line, String detail, byte[] row) {

    /** As a line of the file of rejected lines; its row is JSON where the text is. */
    byte[] toJson() {
        ObjectNode json = Json.object().put("line", line).put("detail", detail);
        json.set("row", rowNode());
        return Json.bytes(json);
    }

    private JsonNode rowNode() {
        try {
            JsonNode node = Json.MAPPER.readTree(row);
            if (!node.isMissingNode()) {
                return node;
            }
        } catch (IOException e) {
            // Not JSON, which is why it was rejected: kept as text.
        }
        return TextNode.valueOf(new String(row, StandardCharsets.UTF_8));
    }
}
