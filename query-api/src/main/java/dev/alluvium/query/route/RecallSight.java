package dev.alluvium.query.route;

import dev.alluvium.query.deep.Search;
import dev.alluvium.query.deep.Sight;
import dev.alluvium.query.read.Reader;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.query.DrawTree;
import dev.alluvium.state.query.Recall;
import dev.alluvium.state.recall.RecallRequest;
import dev.alluvium.state.recall.RecallResult;
import dev.alluvium.state.recall.RecordFilter;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.scope.ScopeNode;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * What the caller of one recall sees: every search is the caller's own request for another text or
 * a narrower place, read at the caller's barrier.
 *
 * @param top where the caller's tree of scopes begins
 * @param embedding makes the vector of a text; null where searches are by words alone
 */
record RecallSight(
        Reader reader,
        MemoryId memory,
        List<Position> atLeast,
        Duration timeout,
        RecallRequest request,
        Scope top,
        Function<String, float[]> embedding)
        implements Sight {

    private static final int ALL_LEVELS = 512;

    @Override
    public RecallResult search(Search search) {
        return ask(request.of(search.text(), vector(search), search.scopes(), search.period()));
    }

    RecallResult ask(RecallRequest asked) {
        return reader.ask(memory, new Recall(asked), atLeast, timeout).value();
    }

    @Override
    public ScopeNode scopes() {
        RecordFilter filter =
                new RecordFilter(
                        request.scopes(),
                        request.categories(),
                        request.source(),
                        request.includePrivate(),
                        request.asOf(),
                        request.knownAt());
        return reader.ask(memory, new DrawTree(filter, top, ALL_LEVELS), atLeast, timeout).value();
    }

    /** The caller's own text has its vector already. */
    private float[] vector(Search search) {
        if (search.text().equals(request.text())) {
            return request.vector();
        }
        return embedding == null ? null : embedding.apply(search.text());
    }
}
