package dev.alluvium.state.graph.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.state.change.Change;
import dev.alluvium.state.change.Change.PutEntity;
import dev.alluvium.state.change.Change.PutFact;
import dev.alluvium.state.change.Change.PutHeader;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.query.CompareGraph;
import dev.alluvium.state.query.DrawProfile;
import dev.alluvium.state.query.FindNeighbours;
import dev.alluvium.state.query.OpenNodes;
import dev.alluvium.state.query.ReadGraph;
import dev.alluvium.state.query.SearchGraph;
import dev.alluvium.state.view.MemoryView;
import dev.alluvium.state.view.ViewBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads of the graph from the view that follows a memory's changes. */
class GraphViewTest {

    private final TestingGraph graph = new TestingGraph();

    private List<String> found(String query, When when) {
        return graph.ask(new SearchGraph(query, null, 10, when)).matches().stream()
                .map(match -> match.node().entity().name())
                .toList();
    }

    private List<String> found(String query) {
        return found(query, graph.nowadays());
    }

    private String card(int entities, int observations, int characters) {
        return graph.ask(new DrawProfile(entities, observations, characters, graph.nowadays()));
    }

    @Test
    void wordsMeetByTheirStemsInBothDirections() {
        graph.entity("Alice", "person", "is allergic to nuts");
        graph.entity("Bob", "person", "has many allergies");

        assertThat(found("allergies")).containsExactlyInAnyOrder("Alice", "Bob");
        assertThat(found("allergic")).containsExactlyInAnyOrder("Alice", "Bob");
        assertThat(found("which allergies does she have?"))
                .containsExactlyInAnyOrder("Alice", "Bob");
        assertThat(found("who is allergic to something?"))
                .containsExactlyInAnyOrder("Alice", "Bob");
    }

    @Test
    void namesWeighMoreThanTypesAndThoseMoreThanFactsAndNeighbours() {
        graph.entity("Mercury", "planet");
        graph.entity("Io", "mercury");
        graph.entity("Venus", "planet", "near mercury");
        graph.relate("Sol", "warms", "Mercury");

        assertThat(found("mercury")).containsExactly("Mercury", "Io", "Venus", "Sol");
    }

    @Test
    void aSearchSaysHowManyFactsOfAnEntityItOmits() {
        for (int i = 0; i < Showing.SOME + 2; i++) {
            graph.relate("guest " + i, "stays_at", "Hotel");
        }

        var matches = graph.ask(new SearchGraph("hotel", null, 1, graph.nowadays()));
        var hotel = ShownJson.write(matches.matches().get(0).node());
        assertThat(hotel.get("relations")).hasSize(Showing.SOME);
        assertThat(hotel.get("relations").get(0).get("source").asText()).isEqualTo("guest 2");
        assertThat(hotel.get("omitted").asInt()).isEqualTo(2);

        var opened = graph.ask(new OpenNodes(TestingGraph.refs("Hotel"), graph.nowadays()));
        var all = ShownJson.write(opened.nodes().get(0));
        assertThat(all.get("relations")).hasSize(Showing.SOME + 2);
        assertThat(all.has("omitted")).isFalse();
    }

    @Test
    void tiesEndByName() {
        graph.entity("b", "x", "likes tea");
        graph.entity("a", "x", "likes tea");
        assertThat(found("tea")).containsExactly("a", "b");
    }

    @Test
    void aBlankQueryGivesTheMostRecent() {
        graph.entity("old", "x");
        graph.pass(Duration.ofDays(1));
        graph.entity("new", "x");
        graph.pass(Duration.ofDays(1));
        graph.observe("old", "'was seen again'");
        assertThat(found("  ")).containsExactly("old", "new");
    }

    @Test
    void onlyWhatHoldsIsFoundAndTheRestIsCounted() {
        graph.observe(
                "Alice",
                "{content: 'plays chess', valid_from: '2020-01-01', valid_to: '2022-01-01'}");

        GraphMatches now = graph.ask(new SearchGraph("chess", null, 10, graph.nowadays()));
        assertThat(now.matches()).isEmpty();
        assertThat(now.suppressed()).isEqualTo(1);
        assertThat(found("chess", graph.asOf("2021-01-01T00:00:00Z"))).containsExactly("Alice");
        assertThat(found("chess", graph.asOf("2019-01-01T00:00:00Z"))).isEmpty();
    }

    @Test
    void whatWasKnownIsAnsweredAgain() {
        graph.observe("Alice", "{id: 'f', content: 'plays chess'}");
        Instant before = graph.now();
        graph.pass(Duration.ofDays(1));
        graph.revise("f", "correct", ", content: 'plays go'");
        graph.identify("add_alias", "entity: 'Alice', alias: 'Ally'");

        assertThat(found("chess")).isEmpty();
        assertThat(found("go")).containsExactly("Alice");
        assertThat(found("chess", graph.knownAt(before))).containsExactly("Alice");
        assertThat(found("go", graph.knownAt(before))).isEmpty();
        assertThat(found("ally")).containsExactly("Alice");
        assertThat(found("ally", graph.knownAt(before))).isEmpty();
    }

    @Test
    void vectorsJoinWhereFactsHaveThem() {
        graph.observe("Alice", "{id: 'a', content: 'drinks tea', vector: [1, 0, 0]}");
        graph.observe("Bob", "{content: 'rides a bike', vector: [0, 1, 0]}");
        SearchGraph near = new SearchGraph("beverage", new float[] {1, 0, 0}, 10, graph.nowadays());

        assertThat(graph.ask(near).matches())
                .extracting(match -> match.node().entity().name())
                .containsExactly("Alice");
        graph.revise("a", "correct", ", content: 'flies planes'");
        assertThat(graph.ask(near).matches())
                .as("the vector was of what the fact said before")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Zoe\u0308",
                "ЕЛЕНА",
                "김민수",
                "北京 University",
                "أحمد",
                "a/b \"q\" '\uD83D\uDE00"
            })
    void namesOfAnyScriptAreOpenedAndFound(String name) {
        String quoted = name.replace("'", "\\'");
        graph.entity(quoted, "person", "likes tea");

        OpenedNodes opened =
                graph.ask(
                        new OpenNodes(
                                TestingGraph.refs("nobody", name.toLowerCase(), " " + name + " "),
                                graph.nowadays()));
        assertThat(opened.nodes()).hasSize(1);
        assertThat(opened.unknown()).containsExactly("nobody");
        assertThat(found("tea")).hasSize(1);
    }

    @Test
    void pathsHoldTogetherOrNotAtAll() {
        graph.relate(
                "{source: 'A', type: 'knows', target: 'B', valid_from: '2020-01-01', valid_to: '2022-01-01'}");
        graph.relate("{source: 'B', type: 'knows', target: 'C', valid_from: '2021-01-01'}");
        graph.relate("{source: 'C', type: 'knows', target: 'A', valid_from: '2021-06-01'}");
        Neighbourhood then =
                graph.ask(
                        new FindNeighbours(
                                EntityRef.of("A"), 2, 10, graph.asOf("2021-03-01T00:00:00Z")));

        assertThat(then.neighbours())
                .extracting(n -> n.node().entity().name() + n.distance() + n.valid())
                .containsExactly(
                        "B1Interval[from=2020-01-01T00:00:00Z, to=2022-01-01T00:00:00Z]",
                        "C2Interval[from=2021-01-01T00:00:00Z, to=2022-01-01T00:00:00Z]");
        assertThat(
                        graph.ask(new FindNeighbours(EntityRef.of("A"), 3, 10, graph.nowadays()))
                                .neighbours())
                .extracting(n -> n.node().entity().name())
                .containsExactly("C", "B");
    }

    @Test
    void theCardSaysWhatTheSeedShows() {
        graph.entity("Alice", "person", "prefers morning sessions", "goal: run a 10k");
        graph.relate("Alice", "training_for", "10k race");
        graph.pass(Duration.ofMinutes(1));
        graph.entity("Bob", "person");
        graph.observe("Old", "{content: 'was', valid_from: '2000-01-01', valid_to: '2001-01-01'}");

        assertThat(card(12, 5, 0))
                .isEqualTo(
                        "Bob (person)\n"
                                + "Alice (person): prefers morning sessions; goal: run a 10k; training_for 10k race");
        assertThat(new TestingGraph().ask(new DrawProfile(12, 5, 0, graph.nowadays()))).isEmpty();
    }

    @Test
    void theCardIsNeverCutWithinAFact() {
        for (int i = 0; i < 8; i++) {
            graph.entity(
                    "E" + i,
                    "thing",
                    "is the number " + i + "\\nof many",
                    "and has a longer text to say");
        }
        String whole = card(12, 5, 0);
        assertThat(whole.lines()).hasSize(8).allMatch(line -> line.contains("of many; and has"));
        for (int budget = 1; budget < whole.length(); budget += 7) {
            String cut = card(12, 5, budget);
            assertThat(cut.length()).isLessThanOrEqualTo(budget);
            assertThat(cut.lines())
                    .allMatch(line -> line.endsWith("of many") || line.endsWith("text to say"));
        }
        assertThat(card(3, 1, 0).lines()).hasSize(3);
    }

    @Test
    void factsThatSayTheSameAfterAMergeAreShownOnce() {
        graph.observe("Alice", "'likes tea'");
        graph.observe("Alicia", "'likes tea'");
        graph.identify("merge", "entity: 'Alicia', into: 'Alice'");

        OpenedNodes opened =
                graph.ask(new OpenNodes(TestingGraph.refs("alicia", "alice"), graph.nowadays()));
        assertThat(opened.nodes()).hasSize(1);
        assertThat(TestingGraph.texts(opened.nodes().get(0).observations()))
                .containsExactly("Alice: likes tea");
        graph.identify("unmerge", "entity: 'Alicia'");
        assertThat(
                        graph.ask(
                                        new OpenNodes(
                                                TestingGraph.refs("alicia", "alice"),
                                                graph.nowadays()))
                                .nodes())
                .hasSize(2);
    }

    @Test
    void pagesGoThroughAllWhileOthersAreAdded() {
        for (int i = 0; i < 5; i++) {
            graph.entity("e" + i, "x");
        }
        List<String> seen = new ArrayList<>();
        String cursor = null;
        do {
            GraphPage page = graph.ask(new ReadGraph(2, cursor, graph.nowadays()));
            page.entities().forEach(each -> seen.add(each.entity().name()));
            cursor = page.nextCursor();
            if (seen.size() == 2) {
                graph.entity("e5", "x");
            }
        } while (cursor != null);
        assertThat(seen).containsExactly("e0", "e1", "e2", "e3", "e4", "e5");
        assertThatThrownBy(() -> graph.ask(new ReadGraph(2, "nonsense", graph.nowadays())))
                .hasMessageContaining("nonsense");
    }

    @Test
    void aDifferenceTellsWhatBeganEndedAndWasCorrected() {
        graph.relate(
                "{source: 'A', type: 'lives_in', target: 'Oslo', valid_from: '2021-01-01', single_valued: true}",
                "{source: 'A', type: 'lives_in', target: 'Rome', valid_from: '2023-01-01', single_valued: true}");
        Instant before = graph.now();
        graph.pass(Duration.ofDays(1));
        graph.observe("A", "{id: 'f', content: 'x', valid_from: '2000-01-01'}");
        graph.pass(Duration.ofDays(1));
        graph.revise("f", "retract", ", reason: 'a joke'");

        GraphDifference valid =
                graph.ask(
                        new CompareGraph(
                                Instant.parse("2022-01-01T00:00:00Z"),
                                Instant.parse("2023-01-01T00:00:00Z"),
                                null));
        assertThat(TestingGraph.texts(valid.began())).containsExactly("A lives_in Rome");
        assertThat(TestingGraph.texts(valid.ended())).containsExactly("A lives_in Oslo");
        GraphDifference known = graph.ask(new CompareGraph(before, graph.now(), null));
        assertThat(known.corrected()).extracting(each -> each.fact().id()).containsExactly("f");
    }

    @Test
    void aViewLoadedInAnyOrderShowsTheSame() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            String a = "e" + random.nextInt(12);
            String b = "e" + random.nextInt(12);
            graph.pass(Duration.ofMinutes(1));
            switch (random.nextInt(6)) {
                case 0 -> graph.relate(a, "knows", b);
                case 1 -> graph.observe(a, "{content: 'text " + random.nextInt(9) + "'}");
                case 2 ->
                        graph.relate(
                                "{source: '"
                                        + a
                                        + "', type: 'at', target: '"
                                        + b
                                        + "', single_valued: true}");
                case 3 -> graph.apply("delete_facts", "{entities: ['" + a + "']}");
                case 4 ->
                        graph.state(
                                "entities: [{name: '"
                                        + a
                                        + "', type: 't"
                                        + random.nextInt(3)
                                        + "'}]");
                default ->
                        graph.apply(
                                "delete_facts",
                                "{observations: [{entity: '" + a + "', contents: ['text 1']}]}");
            }
        }
        List<Change> rows = new ArrayList<>();
        graph.memory()
                .rows()
                .entities()
                .forEach(row -> rows.add(new PutEntity(row.ordinal(), row.entity())));
        graph.memory()
                .rows()
                .facts()
                .forEach(row -> rows.add(new PutFact(row.ordinal(), row.fact(), null)));
        Collections.shuffle(rows, random);
        ViewBuilder loaded = TestingGraph.builder();
        rows.forEach(loaded::apply);
        rows.subList(0, rows.size() / 2).forEach(loaded::apply);
        loaded.apply(new PutHeader(graph.memory().rows().header()));

        assertThat(shown(loaded.view())).as("seed %d", seed).isEqualTo(shown(graph.view()));
    }

    private String shown(MemoryView view) {
        StringBuilder out = new StringBuilder();
        out.append(new DrawProfile(50, 50, 0, graph.nowadays()).on(view)).append('\n');
        for (String query : List.of("text", "knows", "e1", "t2")) {
            new SearchGraph(query, null, 50, graph.nowadays())
                    .on(view)
                    .matches()
                    .forEach(
                            match ->
                                    out.append(match.node().entity().name()).append(match.score()));
        }
        new ReadGraph(50, null, graph.nowadays())
                .on(view)
                .entities()
                .forEach(
                        each ->
                                out.append(each.entity())
                                        .append(TestingGraph.texts(each.observations()))
                                        .append(TestingGraph.texts(each.relations())));
        return out.toString();
    }

    @Test
    void seventyFiveThousandRelationsAreReadLikeFew() {
        for (int batch = 0; batch < 75; batch++) {
            StringBuilder relations = new StringBuilder();
            for (int i = 0; i < 1000; i++) {
                int n = batch * 1000 + i;
                relations
                        .append(i == 0 ? "" : ",")
                        .append(
                                "{source: 'person "
                                        + n % 5000
                                        + "', type: 'met', target: 'place "
                                        + n / 15
                                        + "'}");
            }
            graph.relate(relations.toString());
        }
        assertThat(found("person 4999")).contains("person 4999");
        assertThat(
                        graph.ask(
                                        new FindNeighbours(
                                                EntityRef.of("person 1"),
                                                2,
                                                1000,
                                                graph.nowadays()))
                                .neighbours())
                .isNotEmpty();
        assertThat(card(12, 5, 0).lines()).hasSize(12);
    }
}
