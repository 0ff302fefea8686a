package dev.alluvium.state.core;

import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.episode.TurnDraft;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;
import dev.alluvium.state.outcome.ItemOutcome;
import dev.alluvium.state.outcome.ItemOutcome.Action;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Appends turns to a draft, each once, and lets go of those past the memory's retention. */
final class TurnWriter {

    private TurnWriter() {}

    static List<ItemOutcome> append(Draft draft, List<TurnDraft> turns, MemoryOptions options) {
        List<ItemOutcome> outcomes = new ArrayList<>(turns.size());
        for (TurnDraft turn : turns) {
            outcomes.add(append(draft, turn));
        }
        retain(draft, options);
        return outcomes;
    }

    private static ItemOutcome append(Draft draft, TurnDraft turn) {
        Instant at = turn.at() == null ? draft.known() : turn.at();
        String id =
                turn.id() != null
                        ? turn.id()
                        : LogIds.turn(turn.session(), turn.author(), at, turn.content());
        long known = draft.turnRow(id);
        if (known >= 0) {
            Turn held = draft.turn(known);
            boolean same = held != null && held.content().equals(turn.content());
            return new ItemOutcome(
                    id,
                    Action.DUPLICATE,
                    id,
                    same
                            ? "already logged"
                            : "this id already holds another text; turns are never changed");
        }
        draft.insertTurn(
                id,
                new Turn(
                        id,
                        turn.session(),
                        turn.author(),
                        turn.content(),
                        at,
                        turn.metadata(),
                        draft.known()),
                turn.vectors().stream().map(draft::unit).takeWhile(Objects::nonNull).toList());
        return new ItemOutcome(id, Action.INSERTED, null, null);
    }

    /**
     * Lets the oldest go, by arrival: a backfill of old logs is kept as long as anything else that
     * arrived with it.
     */
    static void retain(Draft draft, MemoryOptions options) {
        long most = (long) options.get(Setting.TURN_RETENTION_COUNT);
        double days = options.get(Setting.TURN_RETENTION_DAYS);
        if (most == 0 && days == 0) {
            return;
        }
        Instant oldest =
                days == 0
                        ? Instant.MIN
                        : draft.known().minus(Duration.ofSeconds((long) (days * 86_400)));
        long ordinal = draft.header().firstTurn();
        for (; ordinal < draft.header().nextTurn(); ordinal++) {
            Turn turn = draft.turn(ordinal);
            if (turn == null) {
                continue;
            }
            boolean tooMany = most > 0 && draft.header().turns() > most;
            if (!tooMany && !turn.knownFrom().isBefore(oldest)) {
                break;
            }
            draft.deleteTurn(ordinal, turn.id());
        }
        draft.firstTurn(ordinal);
    }
}
