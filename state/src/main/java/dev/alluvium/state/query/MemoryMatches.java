package dev.alluvium.state.query;

import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.graph.read.ShownEntity;
import dev.alluvium.state.record.MemoryRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a search of a whole memory found: entities, records and turns, whose scores can be compared.
 *
 * <p>A score is in [0, 1]. It is the hit's <i>relevance</i>, which means the same for every kind,
 * times a factor from 1/2 to 1 by which the hit's own kind ranks it: {@code relevance · (1 + own /
 * best own of its kind) / 2}. So who has more of what was asked comes first, and of those who have
 * as much, whom the search of its kind prefers: names before observations, rare words before common
 * ones, a turn within the talk about it.
 *
 * @param card the profile card where nothing was asked, or null
 * @param hits in no order
 * @param suppressed hits that do not hold at the asked times
 */
public record MemoryMatches(String card, List<Hit> hits, long suppressed) {

    public MemoryMatches {
        hits = List.copyOf(hits);
    }

    /** What is found. */
    public enum Kind {
        ENTITY,
        RECORD,
        TURN
    }

    /**
     * One that was found; of its three parts one is given.
     *
     * @param relevance share of the query that it answers, in [0, 1]
     * @param own the score of the search of its kind
     * @param at when it was learned, created or said last
     */
    public record Hit(
            Kind kind,
            double relevance,
            double own,
            Instant at,
            ShownEntity entity,
            MemoryRecord record,
            Turn turn) {

        static Hit of(ShownEntity entity, double relevance, double own) {
            return new Hit(
                    Kind.ENTITY, relevance, own, entity.entity().touched(), entity, null, null);
        }

        static Hit of(MemoryRecord record, double relevance, double own) {
            return new Hit(Kind.RECORD, relevance, own, record.createdAt(), null, record, null);
        }

        static Hit of(Turn turn, double relevance, double own) {
            return new Hit(Kind.TURN, relevance, own, turn.at(), null, null, turn);
        }

        String id() {
            return entity != null ? entity.entity().id() : record != null ? record.id() : turn.id();
        }
    }

    /** A hit with its score. */
    public record Scored(Hit hit, double score) {

        private static final Comparator<Scored> BEST_FIRST =
                Comparator.comparingDouble(Scored::score)
                        .reversed()
                        .thenComparing(s -> s.hit().at(), Comparator.reverseOrder())
                        .thenComparing(s -> s.hit().kind())
                        .thenComparing(s -> s.hit().id());
    }

    /** The best of all kinds, best first; ties end by newest. */
    public List<Scored> best(int limit) {
        Map<Kind, Double> best = new EnumMap<>(Kind.class);
        hits.forEach(hit -> best.merge(hit.kind(), hit.own(), Math::max));
        return hits.stream()
                .map(hit -> new Scored(hit, score(hit, best.get(hit.kind()))))
                .sorted(Scored.BEST_FIRST)
                .limit(limit)
                .toList();
    }

    private static double score(Hit hit, double bestOwn) {
        return hit.relevance() * (1 + (bestOwn > 0 ? hit.own() / bestOwn : 0)) / 2;
    }

    /** What two disjoint parts of a memory have. */
    MemoryMatches and(MemoryMatches other) {
        List<Hit> all = new ArrayList<>(hits);
        all.addAll(other.hits);
        boolean isDrawn = card != null && !card.isEmpty();
        return new MemoryMatches(isDrawn ? card : other.card, all, suppressed + other.suppressed);
    }
}
