package dev.alluvium.state.episode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.alluvium.state.episode.TurnMatches.TurnMatch;
import dev.alluvium.state.text.TextAnalyzer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TurnIndexTest {

    private static final Instant START = Instant.parse("2023-05-08T13:56:00Z");
    private static final TextAnalyzer ANALYZER = new TextAnalyzer();

    private final TurnIndex index = new TurnIndex(ANALYZER, TurnWeights.DEFAULT);
    private long next;

    @Test
    void findsATurnHoweverManyCameAfter() {
        put("s", "Ana", "The key is under the blue flowerpot", START);
        for (int i = 0; i < 1000; i++) {
            put("s", "Ben", "Nothing much happened, number " + i, START.plusSeconds(i));
        }
        assertThat(contents(search("where is the key", 5)))
                .first()
                .isEqualTo("The key is under the blue flowerpot");
    }

    @Test
    void findsATurnByItsDateAndByItsAuthor() {
        put("a", "Ana", "We repaired the old boat", START);
        put("b", "Ben", "We repaired the old fence", START.plus(Duration.ofDays(40)));
        assertThat(contents(search("what was repaired in June 2023", 1)))
                .containsExactly("We repaired the old fence");
        assertThat(contents(search("what did Ana repair", 1)))
                .containsExactly("We repaired the old boat");
    }

    @Test
    void raisesATurnWhoseAuthorTheQueryNames() {
        put("a", "Ana", "I bought some red shoes", START);
        put("b", "Ben", "I bought some red shoes", START);
        TurnMatch first = search("which shoes did Ben buy", 2).get(0);
        assertThat(first.turn().author()).isEqualTo("Ben");
        assertThat(first.parts().get("author"))
                .isEqualTo(TurnWeights.DEFAULT.author(), within(1e-6));
    }

    @Test
    void raisesATurnByItsNeighbours() {
        put("a", null, "What is your favourite piano sonata?", START);
        put("a", null, "The one by Liszt, certainly", START);
        put("b", null, "The weather is bad", START);
        put("b", null, "The one by Liszt, certainly", START);
        List<TurnMatch> matches = search("favourite piano sonata by Liszt", 10);
        TurnMatch beside = only(matches, "The one by Liszt, certainly", "a");
        TurnMatch apart = only(matches, "The one by Liszt, certainly", "b");
        assertThat(beside.parts().get("neighbours")).isGreaterThan(apart.parts().get("neighbours"));
        assertThat(beside.score()).isGreaterThan(apart.score());
    }

    @Test
    void givesATurnWithoutAWordOfTheQueryBesideOneThatHasThem() {
        put("a", null, "What is the name of the dog?", START);
        put("a", null, "Luna", START);
        put("b", null, "Rex", START);
        assertThat(contents(search("name of the dog", 10))).contains("Luna").doesNotContain("Rex");
    }

    @Test
    void raisesATurnByItsSession() {
        put("a", null, "We went to the observatory", START);
        for (int i = 0; i < 5; i++) {
            put("a", null, "something else " + i, START);
        }
        put("a", null, "It was cold up there", START);
        put("b", null, "We went to the market", START);
        for (int i = 0; i < 5; i++) {
            put("b", null, "something else " + i, START);
        }
        put("b", null, "It was cold up there", START);
        List<TurnMatch> matches = search("cold at the observatory", 20);
        assertThat(only(matches, "It was cold up there", "a").score())
                .isGreaterThan(only(matches, "It was cold up there", "b").score());
    }

    @Test
    void filtersBeforeTheLimit() {
        for (int i = 0; i < 100; i++) {
            put("loud", null, "tea tea tea", START.plusSeconds(i));
        }
        for (int i = 0; i < 10; i++) {
            put(
                    "quiet",
                    null,
                    "a cup of tea was brought to them in the garden",
                    START.plusSeconds(i));
        }
        assertThat(matches(new TurnQuery("tea", "quiet", null, null, 10)))
                .hasSize(10)
                .allMatch(m -> m.turn().session().equals("quiet"));
        Instant from = START.plusSeconds(97);
        assertThat(matches(new TurnQuery("tea", null, from, null, 10))).hasSize(3);
        assertThat(matches(new TurnQuery("tea", null, from, from.plusSeconds(1), 10))).hasSize(1);
        assertThat(matches(new TurnQuery("tea", "unknown", null, null, 10))).isEmpty();
    }

    @Test
    void replacesAndRemoves() {
        long ordinal = put("s", null, "The code is 1111", START);
        put("s", null, "Thanks", START);
        TurnView before = index.view();
        index.put(ordinal, turn(ordinal, "s", null, "The code is 2222", START), List.of());
        TurnView replaced = index.view();
        index.remove(ordinal);
        TurnView removed = index.view();

        TurnQuery query = new TurnQuery("code", null, null, null, 10);
        assertThat(contents(before.search(query, null).matches())).contains("The code is 1111");
        assertThat(contents(replaced.search(query, null).matches()))
                .contains("The code is 2222", "Thanks")
                .doesNotContain("The code is 1111");
        assertThat(removed.search(query, null).matches()).isEmpty();
        assertThat(List.of(before.count(), replaced.count(), removed.count()))
                .containsExactly(2, 2, 1);
        assertThat(removed.list(null, null, null, 10, null).turns()).hasSize(1);
    }

    @Test
    void keepsAReplacedTurnsPlaceInItsSession() {
        long ordinal = put("s", null, "What is the name of the dog?", START);
        put("s", null, "Luna", START);
        put("s", null, "Good night", START);
        index.put(ordinal, turn(ordinal, "s", null, "What is the dog called?", START), List.of());
        assertThat(contents(search("dog", 10))).containsExactly("What is the dog called?", "Luna");
    }

    @Test
    void takesTheSameTurnAgainAsNothingNew() {
        long ordinal = put("s", "Ana", "Once is enough", START);
        index.put(ordinal, turn(ordinal, "s", "Ana", "Once is enough", START), List.of());
        assertThat(index.slots()).isEqualTo(1);
        assertThat(index.view().count()).isEqualTo(1);
    }

    @Test
    void ordersASessionByTimeWhateverOrderItsTurnsCameIn() {
        put("s", null, "third: it was lovely", START.plusSeconds(3));
        put("s", null, "first: hello", START.plusSeconds(1));
        put("s", null, "second: how was the opera?", START.plusSeconds(2));
        assertThat(contents(search("opera", 10)))
                .containsExactlyInAnyOrder(
                        "second: how was the opera?", "first: hello", "third: it was lovely");
    }

    @Test
    void leavesViewsAsTheyWere() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<TurnView> views = new ArrayList<>();
        List<List<TurnMatch>> found = new ArrayList<>();
        List<TurnPage> listed = new ArrayList<>();
        TurnQuery query = new TurnQuery("w1 w2 w3", null, null, null, 50);
        for (int round = 0; round < 40; round++) {
            for (int i = 0; i < 20; i++) {
                long ordinal = random.nextInt(300);
                if (random.nextInt(4) == 0) {
                    index.remove(ordinal);
                } else {
                    index.put(ordinal, randomTurn(ordinal, random), List.of());
                }
            }
            TurnView view = index.view();
            views.add(view);
            found.add(view.search(query, null).matches());
            listed.add(view.list(null, null, null, 1000, null));
        }
        for (int round = 0; round < views.size(); round++) {
            TurnView view = views.get(round);
            assertThat(view.search(query, null).matches()).isEqualTo(found.get(round));
            assertThat(view.list(null, null, null, 1000, null)).isEqualTo(listed.get(round));
            assertThat(listed.get(round).turns()).hasSize(view.count());
        }
    }

    @Test
    void pagesThroughAllTurnsOnceInOrder() {
        Random random = new Random(7);
        for (int i = 0; i < 537; i++) {
            put(i % 3 == 0 ? "a" : "b", null, "turn " + i, START.plusSeconds(random.nextInt(40)));
        }
        List<Turn> all = new ArrayList<>();
        String cursor = null;
        do {
            TurnPage page = index.view().list(null, null, null, 10, cursor);
            assertThat(page.total()).isEqualTo(537);
            all.addAll(page.turns());
            cursor = page.nextCursor();
        } while (cursor != null);
        assertThat(all).hasSize(537).doesNotHaveDuplicates().isSortedAccordingTo(TurnPage.ORDER);

        Set<Turn> ofA = new HashSet<>();
        do {
            TurnPage page = index.view().list("a", null, null, 10, cursor);
            ofA.addAll(page.turns());
            cursor = page.nextCursor();
        } while (cursor != null);
        assertThat(ofA).hasSize(179).allMatch(turn -> turn.session().equals("a"));
        assertThat(index.view().list(null, START, START.plusSeconds(5), 1000, null).turns())
                .isNotEmpty()
                .allMatch(turn -> turn.at().isBefore(START.plusSeconds(5)));
    }

    @Test
    void listsTurnsOfOneTimeByTheNumbersInTheirIds() {
        for (int i = 12; i > 0; i--) {
            index.put(i, turnOf("D1:" + i, "s", null, "x", START), List.of());
        }
        assertThat(index.view().list(null, null, null, 100, null).turns())
                .extracting(Turn::id)
                .startsWith("D1:1", "D1:2", "D1:3")
                .endsWith("D1:11", "D1:12");
    }

    @Test
    void givesBackAllThatATurnSays() {
        Instant odd = Instant.parse("1969-07-20T20:17:40.123456789Z");
        Turn turn =
                new Turn(
                        "D1:3",
                        "session_1",
                        null,
                        "Ça va? 好 🙂",
                        odd,
                        Map.of("n", 1, "list", List.of("a", true)),
                        START);
        index.put(0, turn, List.of());
        assertThat(index.view().list(null, null, null, 1, null).turns()).containsExactly(turn);
    }

    @Test
    void ranksByVectorsWhereTheQueryHasOne() {
        TurnWeights weights = TurnWeights.DEFAULT;
        putWithVectors("a", "alpha", unit(1, 0), unit(1, 0));
        putWithVectors("b", "beta", unit(0, 1), unit(0, 1));
        putWithVectors("c", "gamma", unit(1, 1), unit(0, 1));
        index.put(next++, turn(next, "d", null, "without vectors", START), List.of());
        List<TurnMatch> found =
                index.view().search(new TurnQuery("?", null, null, null, 10), unit(1, 0)).matches();
        assertThat(contents(found)).startsWith("alpha", "gamma");
        assertThat(found.get(0).parts().get("semantic"))
                .isCloseTo(weights.turnVector() + weights.pairVector(), within(0.02));
    }

    @Test
    void takesATurnWithoutAPairAsItStandsAlone() {
        putWithVectors("a", "alpha", unit(1, 0));
        putWithVectors("b", "beta", unit(0, 1), unit(0, 1));
        putWithVectors("c", "gamma", unit(1, 1), unit(1, 1));
        List<TurnMatch> found =
                index.view().search(new TurnQuery("?", null, null, null, 10), unit(1, 0)).matches();
        assertThat(contents(found)).startsWith("alpha", "gamma");
    }

    @Test
    void readersFindWhatTheirViewHoldsWhileTheOwnerWrites() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        AtomicReference<TurnView> published = new AtomicReference<>(index.view());
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService readers = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> searches = new ArrayList<>();
            for (int reader = 0; reader < 2; reader++) {
                searches.add(readers.submit(() -> searchUntil(done, published)));
            }
            for (int i = 0; i < 20_000; i++) {
                long ordinal = random.nextInt(5_000);
                if (random.nextInt(5) == 0) {
                    index.remove(ordinal);
                } else {
                    index.put(ordinal, randomTurn(ordinal, random), List.of());
                }
                if (i % 7 == 0) {
                    published.set(index.view());
                }
            }
            done.set(true);
            for (Future<Integer> count : searches) {
                assertThat(count.get(60, TimeUnit.SECONDS)).isPositive();
            }
        } finally {
            readers.shutdownNow();
        }
    }

    private static int searchUntil(AtomicBoolean done, AtomicReference<TurnView> published) {
        TurnQuery query = new TurnQuery("w1 w2", "s1", null, null, 20);
        int searches = 0;
        do {
            TurnView view = published.get();
            TurnMatches found = view.search(query, null);
            assertThat(found.matches()).allMatch(m -> m.turn().session().equals("s1"));
            assertThat(view.search(query, null)).isEqualTo(found);
            TurnPage page = view.list(null, null, null, 10_000, null);
            assertThat(page.turns()).hasSize(view.count()).doesNotHaveDuplicates();
            searches++;
        } while (!done.get());
        return searches;
    }

    @Test
    void partsAddUpToTheScore() {
        put("a", "Ana", "What is your favourite piano sonata?", START);
        put("a", "Ben", "The piano sonata by Liszt", START);
        for (TurnMatch match : search("Ben piano", 10)) {
            double sum = match.parts().values().stream().mapToDouble(Double::doubleValue).sum();
            assertThat(sum).isCloseTo(match.score(), within(1e-5));
        }
    }

    @Test
    void aTurnTakesAFewHundredBytes() {
        Random random = new Random(3);
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int w = 0; w < 20; w++) {
                text.append("word").append((int) Math.exp(random.nextDouble() * 9)).append(' ');
            }
            put("session " + i / 100, "Ana", text.toString(), START.plusSeconds(i));
        }
        assertThat(index.view().bytes() / 50_000).isLessThan(450);
    }

    private long put(String session, String author, String content, Instant at) {
        long ordinal = next++;
        index.put(ordinal, turn(ordinal, session, author, content, at), List.of());
        return ordinal;
    }

    private void putWithVectors(String session, String content, float[]... vectors) {
        long ordinal = next++;
        index.put(ordinal, turn(ordinal, session, null, content, START), List.of(vectors));
    }

    private List<TurnMatch> search(String query, int limit) {
        return matches(new TurnQuery(query, null, null, null, limit));
    }

    private List<TurnMatch> matches(TurnQuery query) {
        return index.view().search(query, null).matches();
    }

    private static TurnMatch only(List<TurnMatch> matches, String content, String session) {
        return matches.stream()
                .filter(m -> m.turn().content().equals(content))
                .filter(m -> m.turn().session().equals(session))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> contents(List<TurnMatch> matches) {
        return matches.stream().map(m -> m.turn().content()).toList();
    }

    private static Turn turn(long ordinal, String session, String author, String text, Instant at) {
        return turnOf("t" + ordinal, session, author, text, at);
    }

    private static Turn turnOf(String id, String session, String author, String text, Instant at) {
        return new Turn(id, session, author, text, at, Map.of(), START);
    }

    private static Turn randomTurn(long ordinal, Random random) {
        String text = "w" + random.nextInt(6) + " w" + random.nextInt(6) + " " + random.nextInt();
        Instant at = START.plusSeconds(random.nextInt(10));
        return turn(ordinal, "s" + random.nextInt(3), "a" + random.nextInt(3), text, at);
    }

    private static float[] unit(float x, float y) {
        float norm = (float) Math.sqrt(x * x + y * y);
        return new float[] {x / norm, y / norm};
    }
}
