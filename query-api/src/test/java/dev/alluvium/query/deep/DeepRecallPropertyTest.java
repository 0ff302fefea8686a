package dev.alluvium.query.deep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.language.LanguageModel;
import dev.alluvium.models.language.Prompt;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.recall.Match;
import dev.alluvium.state.recall.RecallResult;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.scope.Confinement;
import dev.alluvium.state.scope.Rooted;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.scope.ScopeNode;
import dev.alluvium.state.scope.Slice;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever a model answers, a recall ends within its bounds and within its caller's scope. */
class DeepRecallPropertyTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final List<Scope> SCOPES =
            List.of("/", "/a", "/a/b", "/a/b/c", "/ab", "/d").stream().map(Scope::of).toList();
    private static final List<String> TEXTS = List.of("one", " ONE", "two", "three  x", "Three X");
    private static final List<String> TIMES = List.of("", "2025-01-01", "2025-02-01", "soon");

    @Property(tries = 300)
    void budgetScopeAndRepeats(@ForAll long seed) {
        Random random = new Random(seed);
        Confinement view =
                List.of(
                                Confinement.WHOLE,
                                new Rooted(pick(random, SCOPES)),
                                new Slice(List.of(pick(random, SCOPES), Scope.of("/d")), false))
                        .get(random.nextInt(3));
        int budget = random.nextInt(11);
        Thresholds thresholds =
                new Thresholds(
                        random.nextDouble(),
                        random.nextDouble(),
                        random.nextDouble(),
                        budget,
                        0,
                        1);
        int limit = 1 + random.nextInt(20);
        List<Scope> branches = view.reads(null);
        Search original = new Search("the query", branches, null);
        Searched sight = new Searched(random.nextLong(), limit, view.start(null));
        RecallResult first = sight.search(original);
        Lying model = new Lying(random);
        Deepened deepened;
        try (DeepRecall recall =
                new DeepRecall(model, DeepSettings.DEFAULTS, new SimpleMeterRegistry())) {
            deepened =
                    recall.deepen(
                            new DeepQuery(
                                    original,
                                    first,
                                    view,
                                    thresholds,
                                    limit,
                                    NOW,
                                    Duration.ofSeconds(10)),
                            sight);
        }

        List<Search> made = List.copyOf(sight.made);
        assertThat(model.gaps).isLessThanOrEqualTo(budget);
        assertThat(made).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(8 + budget * 20);
        assertThat(made)
                .allSatisfy(
                        search ->
                                assertThat(search.scopes())
                                        .isNotEmpty()
                                        .allMatch(
                                                scope ->
                                                        branches.stream()
                                                                .anyMatch(b -> b.contains(scope))));
        List<Match> found = deepened.result().matches();
        assertThat(found).hasSizeLessThanOrEqualTo(limit).isSortedAccordingTo(Match.BEST_FIRST);
        assertThat(found).extracting(match -> match.record().id()).doesNotHaveDuplicates();
        double least = found.isEmpty() ? 0 : found.get(found.size() - 1).score();
        List<String> ids = found.stream().map(match -> match.record().id()).toList();
        assertThat(first.matches())
                .allMatch(
                        match ->
                                ids.contains(match.record().id())
                                        || (ids.size() == limit && match.score() <= least));
    }

    private static <T> T pick(Random random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    /** Finds some records, always the same for the same search. */
    private static final class Searched implements Sight {

        private final Queue<Search> made = new ConcurrentLinkedQueue<>();
        private final long seed;
        private final int limit;
        private final Scope top;

        Searched(long seed, int limit, Scope top) {
            this.seed = seed;
            this.limit = limit;
            this.top = top;
        }

        @Override
        public RecallResult search(Search search) {
            made.add(search);
            Random random = new Random(seed ^ search.hashCode());
            List<Match> matches =
                    random.ints(random.nextInt(limit + 1), 0, 40)
                            .distinct()
                            .mapToObj(id -> match("r" + id, top, random.nextDouble()))
                            .sorted(Match.BEST_FIRST)
                            .toList();
            return new RecallResult(matches, 0);
        }

        @Override
        public ScopeNode scopes() {
            return new ScopeNode(
                    top,
                    9,
                    SCOPES.stream()
                            .filter(scope -> top.contains(scope) && !top.equals(scope))
                            .map(scope -> new ScopeNode(scope, 1, List.of(), 0))
                            .toList(),
                    0);
        }

        private static Match match(String id, Scope scope, double score) {
            MemoryRecord record =
                    new MemoryRecord(
                            id, 1, id, scope, List.of(), Map.of(), 0.5, null, false, NOW, NOW, NOW,
                            null, NOW, null);
            return new Match(record, score, List.of(), new Match.Parts(score, 0, score, 0, 0));
        }
    }

    /** Answers anything, from a few texts, so that it repeats itself. */
    private static final class Lying implements LanguageModel {

        private final Random random;
        private int gaps;

        Lying(Random random) {
            this.random = random;
        }

        @Override
        public String name() {
            return "lying/model";
        }

        @Override
        public ObjectNode answer(Prompt prompt) {
            gaps += prompt.name().equals("evidence_gaps") ? 1 : 0;
            ObjectNode answer = Json.object();
            IntStream.range(0, random.nextInt(6))
                    .mapToObj(n -> pick(random, TEXTS) + (random.nextBoolean() ? "" : n))
                    .forEach(answer.putArray("sub_queries")::add);
            IntStream.range(0, random.nextInt(3))
                    .mapToObj(n -> pick(random, SCOPES).path() + (n == 2 ? "/../x" : ""))
                    .forEach(answer.putArray("scopes")::add);
            answer.putArray("gaps").add("g");
            answer.put("time_from", pick(random, TIMES)).put("time_to", pick(random, TIMES));
            return answer.put("complexity", random.nextDouble() * 2 - 0.5);
        }

        @Override
        public void close() {}
    }
}
