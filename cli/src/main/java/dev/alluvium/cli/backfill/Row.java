package dev.alluvium.cli.backfill;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.json.Json;

/**
 * One line of an import, as it is sent.
 *
 * @param memory whose it is
 */
record Row(byte[] json, MemoryId memory) {

    /**
     * A row that names its memory, or else gets this one.
     *
     * @param memory of rows that name none, or null
     * @param unchanged the bytes of the row as it is, or null where there are none
     */
    static Row of(ObjectNode row, MemoryId memory, byte[] unchanged) throws RefusedLineException {
        byte[] bytes = unchanged;
        if (!row.hasNonNull("app") && !row.hasNonNull("user")) {
            if (memory == null) {
                throw new RefusedLineException(
                        "the line names no memory; give it app and user, or all lines --memory app/user");
            }
            row.put("app", memory.app()).put("user", memory.user());
            bytes = null;
        }
        return new Row(bytes == null ? Json.bytes(row) : bytes, memoryOf(row));
    }

    private static MemoryId memoryOf(ObjectNode row) throws RefusedLineException {
        try {
            return new MemoryId(row.path("app").textValue(), row.path("user").textValue());
        } catch (IllegalArgumentException e) {
            throw new RefusedLineException(e.getMessage());
        }
    }
}
