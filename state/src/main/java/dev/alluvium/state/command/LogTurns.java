package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.episode.TurnDraft;
import java.util.List;

/** Appends turns to the episodic log; turns already there are left alone. */
public record LogTurns(MemoryId memory, String idempotencyKey, List<TurnDraft> turns)
        implements Command {

    /** Most turns in one batch. */
    public static final int MAX_TURNS = 1000;

    public LogTurns {
        turns = List.copyOf(turns);
    }

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.logTurns(this);
    }
}
