package dev.alluvium.query.deep;

import dev.alluvium.state.recall.Match;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the searches of one recall found, each record once with its best score. What it holds does
 * not depend on the order of searches. Used by one thread.
 */
final class Findings {

    /** Of one record found twice: its later version, since that replaced the other; the better. */
    private static final Comparator<Match> STANDS =
            Comparator.<Match>comparingInt(match -> match.record().version())
                    .thenComparingDouble(Match::score)
                    .thenComparingDouble(match -> match.parts().relevance());

    private final Map<String, Match> byId = new HashMap<>();

    /** Takes what a search found and says how many of its records no other had found. */
    int add(List<Match> matches) {
        int before = byId.size();
        for (Match match : matches) {
            byId.merge(
                    match.record().id(),
                    match,
                    (held, other) -> STANDS.compare(other, held) > 0 ? other : held);
        }
        return byId.size() - before;
    }

    List<Match> best(int limit) {
        return byId.values().stream().sorted(Match.BEST_FIRST).limit(limit).toList();
    }

    double topScore() {
        return byId.values().stream().mapToDouble(Match::score).max().orElse(0);
    }
}
