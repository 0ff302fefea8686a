package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.decide.Decision;
import java.util.List;

/**
 * Says what was decided about an earlier save. Only the first decision about a save counts, so that
 * whoever decides may do so again when in doubt.
 *
 * @param of where the save stands in the log
 */
public record Decide(MemoryId memory, Position of, List<Decision> decisions) implements Command {

    public Decide {
        decisions = List.copyOf(decisions);
    }

    @Override
    public String idempotencyKey() {
        return null;
    }

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.decide(this);
    }
}
