package dev.alluvium.state.serving;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import java.time.Duration;

/**
 * A position was not applied within the deadline; the write is in the log and will be, so the same
 * read may follow later.
 */
public final class PositionNotReachedException extends RuntimeException {

    private final transient Position position;

    public PositionNotReachedException(MemoryId memory, Position position, Duration waited) {
        super(
                "memory "
                        + memory
                        + " has not applied position "
                        + position
                        + " within "
                        + waited.toMillis()
                        + " ms; it is in the log and will be applied, ask again or allow a longer timeout");
        this.position = position;
    }

    public Position position() {
        return position;
    }
}
