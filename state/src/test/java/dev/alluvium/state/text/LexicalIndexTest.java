package dev.alluvium.state.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LexicalIndexTest {

    private static final Bm25 BM25 = new Bm25(0.9, 0.4);

    @Property(tries = 200)
    void scoresAsBruteForceDoesAtAnyBound(
            @ForAll("documents") List<List<String>> documents,
            @ForAll("query") List<String> query,
            @ForAll @IntRange(min = 0, max = 1000) int at) {
        LexicalIndex index = new LexicalIndex(BM25);
        for (int slot = 0; slot < documents.size(); slot++) {
            index.add(slot, documents.get(slot));
        }
        int bound = at % (documents.size() + 1);
        Map<Integer, Double> expected = bruteForce(documents.subList(0, bound), query);
        Map<Integer, Double> found = search(index, bound, query);
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        found.forEach(
                (slot, score) -> assertThat(score).isCloseTo(expected.get(slot), within(1e-4)));
    }

    @Provide
    Arbitrary<List<List<String>>> documents() {
        return Arbitraries.of("a", "b", "c", "d", "e", "f", "g", "h")
                .list()
                .ofMaxSize(12)
                .list()
                .ofMaxSize(700);
    }

    @Provide
    Arbitrary<List<String>> query() {
        return Arbitraries.of("a", "b", "c", "d", "unknown").list().uniqueElements().ofMaxSize(4);
    }

    @Test
    void readsNothingBeyondItsBoundWhileAnotherThreadWrites() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        List<List<String>> documents = randomDocuments(20_000, seed);
        List<String> query = List.of("w1", "w3", "w40");
        LexicalIndex index = new LexicalIndex(BM25);
        AtomicInteger published = new AtomicInteger();
        ExecutorService readers = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> checked = new ArrayList<>();
            for (int reader = 0; reader < 2; reader++) {
                checked.add(readers.submit(() -> readUntilAll(index, published, documents, query)));
            }
            for (int slot = 0; slot < documents.size(); slot++) {
                index.add(slot, documents.get(slot));
                published.set(slot + 1);
            }
            for (Future<Integer> reader : checked) {
                assertThat(reader.get(60, TimeUnit.SECONDS)).isPositive();
            }
        } finally {
            readers.shutdownNow();
        }
    }

    private static int readUntilAll(
            LexicalIndex index,
            AtomicInteger published,
            List<List<String>> documents,
            List<String> query) {
        int searches = 0;
        for (int bound = 0; bound < documents.size(); searches++) {
            bound = published.get();
            Map<Integer, Double> found = search(index, bound, query);
            assertThat(found.keySet())
                    .isEqualTo(bruteForce(documents.subList(0, bound), query).keySet());
        }
        return searches;
    }

    @Test
    void reachesTheIdealScoreNever() {
        LexicalIndex index = new LexicalIndex(BM25);
        index.add(0, Collections.nCopies(500, "a"));
        index.add(1, List.of("b"));
        LexicalScores scores = new LexicalScores();
        scores.reset(2);
        double ideal = index.search(2, List.of("a"), slot -> true, new PostingBuffer(), scores);
        assertThat(scores.get(0)).isPositive().isLessThan((float) ideal);
        assertThat(scores.max()).isEqualTo(scores.get(0));
    }

    @Test
    void leavesOutWhatTheFilterRefuses() {
        LexicalIndex index = new LexicalIndex(BM25);
        index.add(0, List.of("a"));
        index.add(1, List.of("a", "b"));
        LexicalScores scores = new LexicalScores();
        scores.reset(2);
        index.search(2, List.of("a", "b"), slot -> slot != 1, new PostingBuffer(), scores);
        assertThat(scores.count()).isEqualTo(1);
        assertThat(scores.slot(0)).isZero();
    }

    @Test
    void takesSlotsThatAreLeftOut() {
        LexicalIndex index = new LexicalIndex(BM25);
        index.add(3, List.of("a"));
        index.add(900, List.of("a", "b"));
        assertThat(index.stats(901)).isEqualTo(new LexicalIndex.Stats(2, 3));
        assertThat(index.stats(512)).isEqualTo(new LexicalIndex.Stats(1, 1));
        assertThat(search(index, 901, List.of("b"))).containsOnlyKeys(900);
    }

    @Test
    void refusesASlotTwiceAndABoundBeyondTheLast() {
        LexicalIndex index = new LexicalIndex(BM25);
        index.add(4, List.of("a"));
        assertThatThrownBy(() -> index.add(4, List.of("b")))
                .hasMessage("slot 4 is not after 4; slots only increase");
        assertThatThrownBy(() -> index.stats(6)).hasMessageContaining("bound 6 is not in [0, 5]");
    }

    @Test
    void estimatesItsBytesWithinAFactorOfTwo() {
        LexicalIndex index = new LexicalIndex(BM25);
        List<List<String>> documents = randomDocuments(50_000, 1);
        long before = usedHeap();
        for (int slot = 0; slot < documents.size(); slot++) {
            index.add(slot, documents.get(slot));
        }
        long grown = usedHeap() - before;
        assertThat(index.bytes()).isBetween(grown / 2, grown * 2);
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static List<List<String>> randomDocuments(int count, long seed) {
        Random random = new Random(seed);
        List<List<String>> documents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<String> terms = new ArrayList<>();
            for (int t = random.nextInt(12); t > 0; t--) {
                terms.add("w" + (int) Math.exp(random.nextDouble() * 9));
            }
            documents.add(terms);
        }
        return documents;
    }

    private static Map<Integer, Double> search(LexicalIndex index, int bound, List<String> query) {
        LexicalScores scores = new LexicalScores();
        scores.reset(bound);
        index.search(bound, query, slot -> true, new PostingBuffer(), scores);
        Map<Integer, Double> found = new TreeMap<>();
        for (int i = 0; i < scores.count(); i++) {
            found.put(scores.slot(i), (double) scores.get(scores.slot(i)));
        }
        return found;
    }

    private static Map<Integer, Double> bruteForce(
            List<List<String>> documents, List<String> query) {
        long withTerms = documents.stream().filter(d -> !d.isEmpty()).count();
        double average = documents.stream().mapToInt(List::size).sum() / (double) withTerms;
        Map<Integer, Double> scores = new TreeMap<>();
        for (String term : query) {
            long n = documents.stream().filter(d -> d.contains(term)).count();
            double idf = Math.log(1 + (withTerms - n + 0.5) / (n + 0.5));
            for (int slot = 0; slot < documents.size(); slot++) {
                List<String> document = documents.get(slot);
                int f = Collections.frequency(document, term);
                if (f > 0) {
                    double norm = BM25.k1() * (1 - BM25.b() + BM25.b() * document.size() / average);
                    scores.merge(slot, idf * f * (BM25.k1() + 1) / (f + norm), Double::sum);
                }
            }
        }
        return scores;
    }
}
