package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.alluvium.state.record.RecordJson;
import java.util.Map;

/** Writes out what columns bring ready, for those who want a row as text. */
public final class ReadyValues {

    private ReadyValues() {}

    /** Makes every ready value of a row, and of the objects in it, one that JSON has. */
    public static ObjectNode plain(ObjectNode row) {
        for (Map.Entry<String, JsonNode> field : row.properties()) {
            if (field.getValue() instanceof ObjectNode nested) {
                plain(nested);
            } else if (field.getValue() instanceof POJONode ready) {
                field.setValue(plain(ready.getPojo()));
            }
        }
        return row;
    }

    private static JsonNode plain(Object value) {
        return value instanceof float[] vector
                ? BinaryNode.valueOf(RecordJson.littleEndian(vector))
                : TextNode.valueOf(value.toString());
    }
}
