package dev.alluvium.state.query;

import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.store.MemoryRows;

/** Finds what the command with an idempotency key was answered; null where there was none. */
public record FindAnswer(String idempotencyKey) implements RowQuery<CommandOutcome> {

    @Override
    public CommandOutcome on(MemoryRows rows) {
        return rows.answer(idempotencyKey);
    }
}
