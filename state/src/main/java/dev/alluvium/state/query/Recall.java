package dev.alluvium.state.query;

import dev.alluvium.state.recall.Match;
import dev.alluvium.state.recall.RecallRequest;
import dev.alluvium.state.recall.RecallResult;
import dev.alluvium.state.view.MemoryView;
import java.util.List;
import java.util.stream.Stream;

/** Finds the records that answer a text, ranked by relevance, recency and importance. */
public record Recall(RecallRequest request) implements ViewQuery<RecallResult> {

    @Override
    public RecallResult on(MemoryView view) {
        return view.records().recall(view.header(), request);
    }

    @Override
    public RecallResult merge(RecallResult one, RecallResult other) {
        List<Match> best =
                Stream.concat(one.matches().stream(), other.matches().stream())
                        .sorted(Match.BEST_FIRST)
                        .limit(request.limit())
                        .toList();
        return new RecallResult(best, one.suppressed() + other.suppressed());
    }
}
