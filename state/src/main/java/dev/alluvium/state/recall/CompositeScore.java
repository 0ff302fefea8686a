package dev.alluvium.state.recall;

import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;
import java.time.Duration;

/**
 * The formula that ranks records (the guide's section on composite scoring):
 *
 * <pre>
 * semanticWeight · relevance + recencyWeight · 0.5^(age / halfLife) + importanceWeight · importance
 * </pre>
 *
 * <p>It never falls when one of its signals grows, also not in floating point, so a bound of a
 * signal gives a bound of the score.
 */
public record CompositeScore(
        double semanticWeight, double recencyWeight, double importanceWeight, double halfLifeDays) {

    private static final double MILLIS_PER_DAY = Duration.ofDays(1).toMillis();

    /** The formula with the weights and half-life of {@code options}. */
    public static CompositeScore of(MemoryOptions options) {
        return new CompositeScore(
                options.get(Setting.SEMANTIC_WEIGHT),
                options.get(Setting.RECENCY_WEIGHT),
                options.get(Setting.IMPORTANCE_WEIGHT),
                options.get(Setting.RECENCY_HALF_LIFE_DAYS));
    }

    /**
     * What is left of a record's recency, in [0, 1], after {@code ageMillis}; a record from the
     * future is new.
     */
    public double recency(long ageMillis) {
        return Math.pow(0.5, halfLives(ageMillis));
    }

    double halfLives(long ageMillis) {
        return Math.max(0, ageMillis) / MILLIS_PER_DAY / halfLifeDays;
    }

    /** The score of a record whose signals are each in [0, 1]. */
    public double score(double relevance, double recency, double importance) {
        return semanticWeight * relevance + recencyWeight * recency + importanceWeight * importance;
    }
}
