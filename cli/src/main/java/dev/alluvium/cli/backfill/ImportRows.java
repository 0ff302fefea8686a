package dev.alluvium.cli.backfill;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.json.Json;
import java.util.List;

/**
 * Lines that are rows of an import, or bare records or turns: names their memory and their kind
 * where they do not, and gives an id to what could not be known again without one. What the fields
 * hold is the server's to judge.
 */
final class ImportRows implements RowShape {

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
    ImportRows(String head, MemoryId memory, Kind kind) {
        this.head = head;
        this.memory = memory;
        this.kind = kind;
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public List<Row> rows(Line line) throws RefusedLineException {
        ObjectNode object = line.object();
        String member = MEMBERS.stream().filter(object::has).findFirst().orElse(null);
        ObjectNode row = object;
        byte[] unchanged = line.bytes();
        if (member == null) {
            member = kindOf(object, line).member();
            row = Json.object();
            row.set(member, object);
            unchanged = null;
        }
        if (row.get(member) instanceof ObjectNode item && needsId(member, item)) {
            item.put("id", Hashes.id(head, line));
            unchanged = null;
        }
        return List.of(Row.of(row, memory, unchanged));
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
    static boolean needsId(String member, ObjectNode item) {
        if (item.hasNonNull("id")) {
            return false;
        }
        return member.equals("record") || member.equals("turn") && !item.hasNonNull("at");
    }
}
