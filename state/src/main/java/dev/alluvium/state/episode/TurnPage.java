package dev.alluvium.state.episode;

import dev.alluvium.state.PageCursor;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Turns in time order, where the next page begins (a {@link PageCursor} of the last turn; null at
 * the end), and how many there are in all.
 */
public record TurnPage(List<Turn> turns, String nextCursor, long total) {

    /**
     * The order of a listing: by time, then id, with the numbers in an id as numbers (D1:2 before
     * D1:10), since turns of one batch often share a time.
     */
    public static final Comparator<Turn> ORDER =
            Comparator.comparing(Turn::at).thenComparing(Turn::id, NaturalOrder::compare);

    public TurnPage {
        turns = List.copyOf(turns);
    }

    /** A page of {@code limit} over two disjoint parts of the same listing. */
    public TurnPage merge(TurnPage other, int limit) {
        List<Turn> both =
                Stream.concat(turns.stream(), other.turns.stream()).sorted(ORDER).toList();
        boolean more = nextCursor != null || other.nextCursor != null || both.size() > limit;
        List<Turn> page = both.subList(0, Math.min(limit, both.size()));
        Turn last = page.isEmpty() ? null : page.get(page.size() - 1);
        return new TurnPage(
                page,
                more ? new PageCursor(last.at(), last.id()).toString() : null,
                total + other.total);
    }

    /** Whether a turn comes after the place where a page ended. */
    static boolean isAfter(Turn turn, PageCursor end) {
        int byTime = turn.at().compareTo(end.at());
        return byTime != 0 ? byTime > 0 : NaturalOrder.compare(turn.id(), end.id()) > 0;
    }
}
