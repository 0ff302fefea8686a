package dev.alluvium.query.deep;

/**
 * Where a recall goes from what it has found: a pure function.
 *
 * @param because the rule that decided, with its numbers
 */
record Routing(Next next, String because) {

    /** What is done next. */
    enum Next {
        ANSWER,
        EXPLORE
    }

    /**
     * @param complexity of the query, in [0, 1]
     * @param confidence in what is found, in [0, 1]
     * @param explored rounds of exploration so far
     */
    static Routing after(
            Thresholds thresholds, double complexity, double confidence, int explored) {
        if (confidence >= thresholds.high()) {
            return answer(confidence, "reaches confidence_threshold_high", thresholds.high());
        }
        boolean isComplex = complexity >= thresholds.complex();
        if (confidence >= thresholds.low() && !isComplex) {
            return answer(confidence, "reaches confidence_threshold_low", thresholds.low());
        }
        if (explored >= thresholds.budget()) {
            return new Routing(
                    Next.ANSWER, "exploration_budget " + thresholds.budget() + " is used up");
        }
        return new Routing(
                Next.EXPLORE,
                confidence < thresholds.low()
                        ? "confidence "
                                + confidence
                                + " is below confidence_threshold_low "
                                + thresholds.low()
                        : "complexity "
                                + complexity
                                + " reaches complex_query_threshold "
                                + thresholds.complex()
                                + ", and confidence "
                                + confidence
                                + " is below confidence_threshold_high "
                                + thresholds.high());
    }

    private static Routing answer(double confidence, String rule, double threshold) {
        return new Routing(Next.ANSWER, "confidence " + confidence + " " + rule + " " + threshold);
    }
}
