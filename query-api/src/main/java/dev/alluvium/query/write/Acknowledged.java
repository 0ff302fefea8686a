package dev.alluvium.query.write;

import dev.alluvium.state.Position;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A write the log has: where, and the ids of what it writes, null for those that are named when it
 * is applied.
 */
record Acknowledged(Position position, List<String> ids) {

    Acknowledged {
        ids = Collections.unmodifiableList(new ArrayList<>(ids));
    }
}
