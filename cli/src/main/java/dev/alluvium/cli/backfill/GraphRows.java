package dev.alluvium.cli.backfill;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import java.util.List;

/**
 * Lines of a graph with its times: each is an entity, an observation or a relation. They need no
 * ids to be sent twice, since a fact is known by what it says.
 */
final class GraphRows implements RowShape {

    private static final List<String> MEMBERS = List.of("entity", "observation", "relation");

    private final MemoryId memory;

    /**
     * @param memory of lines that name none, or null
     */
    GraphRows(MemoryId memory) {
        this.memory = memory;
    }

    @Override
    public List<Row> rows(Line line) throws RefusedLineException {
        ObjectNode row = line.object();
        if (MEMBERS.stream().noneMatch(row::has)) {
            throw new RefusedLineException(
                    "the line is no part of a graph; give one of {\"entity\": {...}},"
                            + " {\"observation\": {...}} and {\"relation\": {...}}");
        }
        return List.of(Row.of(row, memory, line.bytes()));
    }

    @Override
    public Kind kind() {
        return null;
    }
}
