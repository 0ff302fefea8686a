package dev.alluvium.query.deep;

import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;

/**
 * The options that steer a deep recall (the guide's section on RecallFlow).
 *
 * @param analysed characters from which a query is analysed
 * @param budget most rounds of exploration
 * @param fullScore what a record's score is where all its signals are 1
 */
public record Thresholds(
        double high, double low, double complex, int budget, int analysed, double fullScore) {

    public static Thresholds of(MemoryOptions options) {
        return new Thresholds(
                options.get(Setting.CONFIDENCE_THRESHOLD_HIGH),
                options.get(Setting.CONFIDENCE_THRESHOLD_LOW),
                options.get(Setting.COMPLEX_QUERY_THRESHOLD),
                options.count(Setting.EXPLORATION_BUDGET),
                options.count(Setting.QUERY_ANALYSIS_THRESHOLD),
                options.get(Setting.SEMANTIC_WEIGHT)
                        + options.get(Setting.RECENCY_WEIGHT)
                        + options.get(Setting.IMPORTANCE_WEIGHT));
    }

    /** How far the best record is an answer, in [0, 1]: its share of the highest score there is. */
    double confidence(double topScore) {
        return fullScore > 0 ? Math.max(0, Math.min(1, topScore / fullScore)) : 0;
    }
}
