package dev.alluvium.state.query;

import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.episode.TurnMatches.TurnMatch;
import dev.alluvium.state.episode.TurnQuery;
import dev.alluvium.state.episode.TurnWeights;
import dev.alluvium.state.graph.read.GraphMatches;
import dev.alluvium.state.graph.read.Moment;
import dev.alluvium.state.graph.read.NodeMatch;
import dev.alluvium.state.graph.read.When;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;
import dev.alluvium.state.query.MemoryMatches.Hit;
import dev.alluvium.state.recall.Match;
import dev.alluvium.state.recall.RecallRequest;
import dev.alluvium.state.recall.RecallRequest.Mode;
import dev.alluvium.state.recall.RecallResult;
import dev.alluvium.state.view.MemoryView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Searches a whole memory at one state of it: the graph, the records and the turns. A blank query
 * without a vector draws the profile card instead.
 *
 * <p>Relevance is the share of the query's words that a hit has; or, where it was compared by
 * vectors too and that is more, {@code 1 - (1 - similarity) · (1 - share / 2)}, as of records. Of
 * turns the similarity is their cosines' place between the least and the greatest of the memory,
 * halved since that is relative; an entity that only a fact's meaning found has what that gave it.
 *
 * @param vector unit-norm embedding of the query, or null; used where there are vectors
 * @param limit most hits of each kind
 * @param source who asks, as in a recall, or null
 * @param defaults the process's options, which the memory's own overlay
 */
public record SearchMemory(
        String query,
        float[] vector,
        int limit,
        String source,
        boolean includePrivate,
        MemoryOptions defaults,
        When when)
        implements ViewQuery<MemoryMatches> {

    /** Recency and importance are of records alone, so they do not count among other kinds. */
    private static final Map<String, String> RELEVANCE_ONLY =
            Map.of(
                    Setting.SEMANTIC_WEIGHT.key(), "1",
                    Setting.RECENCY_WEIGHT.key(), "0",
                    Setting.IMPORTANCE_WEIGHT.key(), "0");

    /**
     * What is known at an instant cannot be told from the index of turns, so more are looked at.
     */
    private static final int MANY_TURNS = 1_000;

    private static final double MOST_SEMANTIC =
            TurnWeights.DEFAULT.turnVector() + TurnWeights.DEFAULT.pairVector();

    @Override
    public MemoryMatches on(MemoryView view) {
        Moment moment = when.in(view.header().lastKnown());
        if (query.isBlank() && vector == null) {
            String card =
                    view.graph().card(DrawProfile.ENTITIES, DrawProfile.OBSERVATIONS, 0, moment);
            return new MemoryMatches(card, List.of(), 0);
        }
        QueryShare share = new QueryShare(view.records().analyzer(), query);
        List<Hit> hits = new ArrayList<>();
        GraphMatches graph = view.graph().search(query, vector, limit, moment);
        graph.matches().forEach(match -> add(hits, hit(match, share)));
        RecallResult records = view.records().recall(view.header(), recall());
        records.matches().forEach(match -> add(hits, hit(match, share)));
        turns(view).forEach(match -> add(hits, hit(match, share)));
        return new MemoryMatches(null, hits, graph.suppressed() + records.suppressed());
    }

    private static void add(List<Hit> hits, Hit hit) {
        if (hit.relevance() > 0) {
            hits.add(hit);
        }
    }

    private RecallRequest recall() {
        return new RecallRequest(
                query,
                vector,
                null,
                null,
                source,
                includePrivate,
                limit,
                Mode.HYBRID,
                defaults,
                RELEVANCE_ONLY,
                null,
                when.asOf(),
                when.knownAt(),
                null,
                when.now());
    }

    /** Those said and known by then. */
    private List<TurnMatch> turns(MemoryView view) {
        Instant until = when.asOf() == null ? null : when.asOf().plus(Duration.ofNanos(1_000));
        Instant knownAt = when.knownAt();
        int looked = knownAt == null ? limit : Math.max(limit, MANY_TURNS);
        return view
                .turns()
                .search(new TurnQuery(query, null, null, until, looked), vector)
                .matches()
                .stream()
                .filter(match -> knownAt == null || !match.turn().knownFrom().isAfter(knownAt))
                .limit(limit)
                .toList();
    }

    private static Hit hit(NodeMatch match, QueryShare share) {
        double words = share.of(match.node());
        double relevance = words > 0 ? words : Math.min(1, match.score());
        return Hit.of(match.node(), relevance, match.score());
    }

    private static Hit hit(Match match, QueryShare share) {
        boolean isRelated = match.reasons().contains("semantic");
        double similarity = isRelated ? match.parts().similarity() : 0;
        return Hit.of(
                match.record(),
                relevance(share.of(match.record().content()), similarity),
                match.score());
    }

    private static Hit hit(TurnMatch match, QueryShare share) {
        Turn turn = match.turn();
        String text =
                turn.author() == null ? turn.content() : turn.author() + ": " + turn.content();
        double similarity = match.parts().getOrDefault("semantic", 0.0) / MOST_SEMANTIC / 2;
        return Hit.of(turn, relevance(share.of(text), similarity), match.score());
    }

    private static double relevance(double words, double similarity) {
        return Math.max(words, 1 - (1 - similarity) * (1 - words / 2));
    }

    @Override
    public MemoryMatches merge(MemoryMatches one, MemoryMatches other) {
        return one.and(other);
    }
}
