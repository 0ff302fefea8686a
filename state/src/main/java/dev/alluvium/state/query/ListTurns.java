package dev.alluvium.state.query;

import dev.alluvium.state.episode.TurnPage;
import dev.alluvium.state.view.MemoryView;
import java.time.Instant;

/** Lists turns in time order, of one session or all, paged. */
public record ListTurns(String session, Instant from, Instant to, int limit, String cursor)
        implements ViewQuery<TurnPage> {

    @Override
    public TurnPage on(MemoryView view) {
        return view.turns().list(session, from, to, limit, cursor);
    }

    @Override
    public TurnPage merge(TurnPage one, TurnPage other) {
        return one.merge(other, limit);
    }
}
