package dev.alluvium.bench.retrieval;

import java.util.List;
import java.util.Set;

/**
 * How well one ranking answers one question, or the mean over several.
 *
 * @param ndcg10 normalised discounted cumulative gain of the first 10, binary relevance
 * @param recall5 share of the relevant that is among the first 5
 * @param recall10 share of the relevant that is among the first 10
 * @param hit5 whether any relevant is among the first 5, 0 or 1
 */
record Quality(double ndcg10, double recall5, double recall10, double hit5) {

    static final Quality ZERO = new Quality(0, 0, 0, 0);

    static Quality of(List<String> ranking, Set<String> relevant) {
        double gain = 0;
        double ideal = 0;
        int in5 = 0;
        int in10 = 0;
        for (int i = 0; i < 10; i++) {
            double discount = Math.log(2) / Math.log(i + 2);
            if (i < relevant.size()) {
                ideal += discount;
            }
            if (i < ranking.size() && relevant.contains(ranking.get(i))) {
                gain += discount;
                in10++;
                in5 += i < 5 ? 1 : 0;
            }
        }
        double all = relevant.size();
        return new Quality(gain / ideal, in5 / all, in10 / all, in5 > 0 ? 1 : 0);
    }

    Quality plus(Quality other) {
        return new Quality(
                ndcg10 + other.ndcg10,
                recall5 + other.recall5,
                recall10 + other.recall10,
                hit5 + other.hit5);
    }

    Quality over(int count) {
        return new Quality(ndcg10 / count, recall5 / count, recall10 / count, hit5 / count);
    }

    static Quality mean(List<Quality> qualities) {
        Quality sum = qualities.stream().reduce(ZERO, Quality::plus);
        return qualities.isEmpty() ? ZERO : sum.over(qualities.size());
    }
}
