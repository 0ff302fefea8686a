package dev.alluvium.state.recall;

import dev.alluvium.state.record.MemoryRecord;
import java.util.Comparator;
import java.util.List;

/**
 * A record that a recall found, with the parts of its score, so that a user can see why it stands
 * where it stands.
 */
public record Match(MemoryRecord record, double score, List<String> reasons, Parts parts) {

    /** Best first; ties end by newest, then id, so that an order is always the same. */
    public static final Comparator<Match> BEST_FIRST =
            Comparator.comparingDouble(Match::score)
                    .reversed()
                    .thenComparing(m -> m.record().createdAt(), Comparator.reverseOrder())
                    .thenComparing(m -> m.record().id());

    /**
     * Each signal in [0, 1]: similarity by vector (NaN where none was compared), words, their
     * fusion, decay, importance.
     */
    public record Parts(
            double similarity,
            double lexical,
            double relevance,
            double recency,
            double importance) {}
}
