package dev.alluvium.models.embedding;

import java.util.ArrayList;
import java.util.List;

/**
 * What a provider takes in one call.
 *
 * @param texts how many at most
 * @param textTokens of one text; 0 where the provider cuts what is longer by itself
 * @param callTokens of all texts of a call; 0 for no bound
 */
record BatchLimits(int texts, int textTokens, int callTokens) {

    /** The texts as they can be sent: cut where needed, in order, in as few calls as may be. */
    List<List<String>> split(List<String> all, int batchSize) {
        List<List<String>> batches = new ArrayList<>();
        List<String> batch = new ArrayList<>();
        long tokens = 0;
        for (String text : all) {
            String sent = textTokens == 0 ? text : TokenEstimate.cut(text, textTokens);
            int more = callTokens == 0 ? 0 : TokenEstimate.of(sent);
            if (batch.size() == batchSize
                    || !batch.isEmpty() && callTokens > 0 && tokens + more > callTokens) {
                batches.add(batch);
                batch = new ArrayList<>();
                tokens = 0;
            }
            batch.add(sent);
            tokens += more;
        }
        if (!batch.isEmpty()) {
            batches.add(batch);
        }
        return batches;
    }
}
