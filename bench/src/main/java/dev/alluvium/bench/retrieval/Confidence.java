package dev.alluvium.bench.retrieval;

/**
 * What came of one question: how sure the recall was, and whether evidence was among the best ten.
 *
 * @param value the best score as a share of the highest there is
 */
record Confidence(double value, boolean isHit) {}
