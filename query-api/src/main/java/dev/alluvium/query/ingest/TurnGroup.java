package dev.alluvium.query.ingest;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.LogTurns;
import dev.alluvium.state.episode.TurnDraft;
import java.util.ArrayList;
import java.util.List;

/** Turns that are logged together. */
final class TurnGroup extends Group {

    /** Enough to share the cost of a command, few enough to be applied quickly. */
    private static final int MAX_TURNS = 500;

    private final List<TurnDraft> turns = new ArrayList<>();

    TurnGroup(MemoryId memory) {
        super(memory);
    }

    @Override
    boolean fits(ImportItem item) {
        return item instanceof ImportItem.Turn && turns.size() < MAX_TURNS;
    }

    @Override
    void put(ImportItem item) {
        turns.add(((ImportItem.Turn) item).draft());
    }

    @Override
    Command command(String idempotencyKey) {
        return new LogTurns(memory(), idempotencyKey, turns);
    }
}
