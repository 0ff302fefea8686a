package dev.alluvium.cli.backfill;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Makes of each line a row of an import: names its memory and its kind where the line does not, and
 * gives an id to what could not be known again without one. What the fields hold is the server's to
 * judge.
 */
final class RowShape {

    private static final List<String> MEMBERS =
            List.of("record", "turn", "entity", "relation", "observation");

    private final String head;
    private final MemoryId memory;
    private Kind kind;

    /**
     * @param head of the source
     * @param memory of lines that name none, or null
     * @param kind of lines that name none; null: the first such line decides
     */
    RowShape(String head, MemoryId memory, Kind kind) {
        this.head = head;
        this.memory = memory;
        this.kind = kind;
    }

    /** A row to send: one line of JSON, and whose it is. */
    record Row(byte[] json, MemoryId memory) {}

    /** The kind of the lines that name none, once it is known; else null. */
    Kind kind() {
        return kind;
    }

    /** Throws {@link RefusedLineException} where the line can be no row. */
    Row shape(Line line) throws RefusedLineException {
        if (line.tooLong() > 0) {
            throw new RefusedLineException(
                    "the line has "
                            + line.tooLong()
                            + " bytes; at most "
                            + JsonLines.MAX_LINE_BYTES
                            + " are allowed");
        }
        ObjectNode object = parse(line);
        String member = MEMBERS.stream().filter(object::has).findFirst().orElse(null);
        ObjectNode row = object;
        boolean changed = false;
        if (member == null) {
            member = kindOf(object, line).member();
            row = Json.object();
            row.set(member, object);
            changed = true;
        }
        if (row.get(member) instanceof ObjectNode item && needsId(member, item)) {
            item.put("id", Hashes.id(head, line));
            changed = true;
        }
        if (!row.hasNonNull("app") && !row.hasNonNull("user")) {
            if (memory == null) {
                throw new RefusedLineException(
                        "the line names no memory; give it app and user, or all lines --memory app/user");
            }
            row.put("app", memory.app()).put("user", memory.user());
            changed = true;
        }
        return new Row(changed ? Json.bytes(row) : line.bytes(), memoryOf(row));
    }

    private static MemoryId memoryOf(ObjectNode row) throws RefusedLineException {
        try {
            return new MemoryId(row.path("app").textValue(), row.path("user").textValue());
        } catch (IllegalArgumentException e) {
            throw new RefusedLineException(e.getMessage());
        }
    }

    private static ObjectNode parse(Line line) throws RefusedLineException {
        JsonNode node;
        try {
            node = Json.MAPPER.readTree(line.bytes());
        } catch (JsonProcessingException e) {
            String place =
                    e.getLocation() == null ? "" : " at column " + e.getLocation().getColumnNr();
            throw new RefusedLineException(
                    "malformed JSON" + place + ": " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new RefusedLineException("not UTF-8: " + e.getMessage());
        }
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw new RefusedLineException(
                "a line is a JSON object, this is of type "
                        + node.getNodeType().name().toLowerCase(Locale.ROOT));
    }

    private Kind kindOf(ObjectNode object, Line line) {
        if (kind == null) {
            kind =
                    Kind.of(object)
                            .orElseThrow(
                                    () ->
                                            new IllegalArgumentException(
                                                    "line "
                                                            + line.number()
                                                            + " may be a record or a turn; say which the lines are:"
                                                            + " --kind records or --kind turns"));
        }
        return kind;
    }

    /** A turn with a time is known by what it says; a record is known by its id alone. */
    private static boolean needsId(String member, ObjectNode item) {
        if (item.hasNonNull("id")) {
            return false;
        }
        return member.equals("record") || member.equals("turn") && !item.hasNonNull("at");
    }
}
