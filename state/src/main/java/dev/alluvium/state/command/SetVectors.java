package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.reembed.RowKind;
import dev.alluvium.state.reembed.RowVectors;
import java.util.List;

/**
 * Brings the vectors that a {@link Reembed}, or the last of these, has asked for. Each question is
 * answered once: a later answer changes nothing.
 *
 * @param embedder the model that made them
 * @param of where the command stands that has asked
 * @param upTo the row after the last that was looked at
 * @param failure why there are none; null if there are
 */
public record SetVectors(
        MemoryId memory,
        String embedder,
        Position of,
        RowKind kind,
        long upTo,
        List<RowVectors> rows,
        String failure)
        implements Command {

    /** Most rows in one command. */
    public static final int MAX_ROWS = 1000;

    public SetVectors {
        rows = List.copyOf(rows);
    }

    @Override
    public String idempotencyKey() {
        return null;
    }

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.setVectors(this);
    }
}
