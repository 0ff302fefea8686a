package dev.alluvium.state.episode;

import java.time.Instant;

/** Which turns of a view a query lets through: of a session, in a time, and still there. */
final class TurnFilter {

    private static final int ANY = -1;

    private final TurnView view;
    private final boolean nothing;
    private final int session;
    private final long from;
    private final long to;

    TurnFilter(TurnView view, String session, Instant from, Instant to) {
        this.view = view;
        this.session = session == null ? ANY : view.columns.sessions.find(session);
        this.nothing = session != null && this.session < 0;
        this.from = from == null ? Long.MIN_VALUE : ceiling(from);
        this.to = to == null ? Long.MAX_VALUE : ceiling(to);
    }

    boolean accepts(int slot) {
        if (nothing || session != ANY && view.columns.session(slot) != session) {
            return false;
        }
        long at = view.columns.micros(slot);
        return at >= from && (at < to || to == Long.MAX_VALUE) && view.holds(slot);
    }

    /** Instants are kept to the microsecond: the first that is not before this one. */
    private static long ceiling(Instant instant) {
        long micros = TurnColumns.micros(instant);
        boolean exact = instant.getNano() % 1000 == 0;
        return exact || micros == Long.MAX_VALUE ? micros : micros + 1;
    }
}
