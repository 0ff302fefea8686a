package dev.alluvium.state.graph.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.query.DrawProfile;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Cards as they are drawn. */
class ProfileCardTest {

    private final TestingGraph graph = new TestingGraph();

    private String card(int entities, int facts, int characters) {
        return graph.ask(new DrawProfile(entities, facts, characters, graph.nowadays()));
    }

    private String card() {
        return card(12, 5, 0);
    }

    @Test
    void theMostRecentEntityIsFirstAndANewFactMakesItsEntityRecent() {
        graph.entity("Alice", "person", "likes tea");
        graph.pass(Duration.ofHours(1));
        graph.entity("Bob", "person", "likes coffee");
        graph.pass(Duration.ofHours(1));
        assertThat(card()).isEqualTo("Bob (person): likes coffee\nAlice (person): likes tea");

        graph.observe("Alice", "'timezone is CET'");

        assertThat(card())
                .isEqualTo(
                        "Alice (person): likes tea; timezone is CET\nBob (person): likes coffee");
    }

    @Test
    void theNewestFactsAreKeptAndShownOldestFirst() {
        for (int i = 1; i <= 4; i++) {
            graph.observe("Alice", "'fact " + i + "'");
            graph.relate("Alice", "met", "P" + i);
            graph.pass(Duration.ofHours(1));
        }

        assertThat(card(1, 2, 0)).isEqualTo("Alice (general): fact 3; fact 4; met P3; met P4");
        graph.observe("Alice", "'fact 5'");
        assertThat(card(1, 2, 0)).isEqualTo("Alice (general): fact 4; fact 5; met P3; met P4");
    }

    @Test
    void attributesAreNamedAndTheLatestValueStands() {
        graph.observe(
                "Alice",
                "{content: 'CET', attribute: 'timezone', single_valued: true, valid_from: '2020-01-01'}",
                "{content: 'JST', attribute: 'timezone', single_valued: true, valid_from: '2024-01-01'}");

        assertThat(card()).isEqualTo("Alice (general): timezone: JST");
        assertThat(graph.ask(new DrawProfile(12, 5, 0, graph.asOf("2021-01-01T00:00:00Z"))))
                .isEqualTo("Alice (general): timezone: CET");
    }

    @Test
    void aTargetOfSeveralOfItsNameIsToldByItsType() {
        graph.state(
                "entities: [{name: 'Jordan', type: 'country'},"
                        + " {name: 'Jordan', type: 'person', distinct: true}]");
        graph.pass(Duration.ofHours(1));
        graph.relate(
                "{source: 'Alice', type: 'visited', target: {name: 'Jordan', type: 'country'}}",
                "{source: 'Alice', type: 'knows', target: 'Bob'}");

        assertThat(card(1, 5, 0)).isEqualTo("Alice (general): visited Jordan (country); knows Bob");
    }

    @Test
    void ofAPastKnownTimeItSaysWhatWasKnownThen() {
        graph.entity("Alice", "person", "likes tea");
        graph.pass(Duration.ofHours(1));
        graph.entity("Bob", "person", "likes coffee");
        Instant then = graph.now();
        graph.pass(Duration.ofHours(1));
        graph.observe("Alice", "'likes juice'");
        graph.entity("Alice", "robot");

        assertThat(graph.ask(new DrawProfile(12, 5, 0, graph.knownAt(then))))
                .isEqualTo("Bob (person): likes coffee\nAlice (person): likes tea");
    }

    @Test
    void aBudgetOfCharactersLeavesOutWholeFacts() {
        graph.entity("Alice", "person", "likes tea", "is a night owl");

        assertThat(card(12, 5, 41)).isEqualTo("Alice (person): likes tea; is a night owl");
        assertThat(card(12, 5, 40)).isEqualTo("Alice (person): is a night owl");
        assertThat(card(12, 5, 29)).isEqualTo("Alice (person): likes tea");
        assertThat(card(12, 5, 13)).isEmpty();
    }

    @Test
    void aFactIsOnOneLineWhateverItSays() {
        graph.state(
                "entities: [{name: 'Ali\\nce', type: 'per\\tson',"
                        + " observations: ['one\\r\\ntwo\\u2028three\\u0085four\\u001efive']}]");

        assertThat(card()).isEqualTo("Ali ce (per son): one two three four five");
    }

    @Test
    void aHubIsDrawnByItsNewestFacts() {
        for (int i = 0; i < 3_000; i += 1_000) {
            StringBuilder observations = new StringBuilder();
            for (int k = i; k < i + 1_000; k++) {
                observations.append(k == i ? "" : ",").append("'fact ").append(k).append('\'');
            }
            graph.observe("Hub", observations.toString());
        }

        assertThat(card())
                .isEqualTo("Hub (general): fact 2995; fact 2996; fact 2997; fact 2998; fact 2999");
        assertThat(card(1, 100_000, 40)).isEqualTo("Hub (general): fact 2998; fact 2999");
    }
}
