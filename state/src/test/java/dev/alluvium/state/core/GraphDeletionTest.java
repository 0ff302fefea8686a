package dev.alluvium.state.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is left of a graph of which something is deleted for good. */
class GraphDeletionTest {

    private final TestingMemory memory = new TestingMemory();

    @AfterEach
    void rowsAgree() {
        GraphConsistency.check(memory.rows());
    }

    private void lives(String city, String from, String session) {
        memory.pass(Duration.ofDays(1))
                .observe(
                        "A",
                        "{content: '%s', attribute: 'city', single_valued: true, valid_from: '%s', session: '%s'}"
                                .formatted(city, from, session));
    }

    @Test
    void valueInTheMiddleOfATimelineIsClosedUp() {
        lives("Oslo", "2021-01-01", "s1");
        lives("Paris", "2022-01-01", "s2");
        lives("Rome", "2023-01-01", "s3");
        memory.deleteFacts("{observations: [{entity: 'A', contents: ['Paris']}]}");

        assertThat(memory.facts("2022-06-01")).containsExactly("A: Oslo");
        assertThat(memory.facts("2023-06-01")).containsExactly("A: Rome");
    }

    @Test
    void sessionTakesItsOwnFactsAlong() {
        memory.observe("A", "'said by nobody'");
        lives("Oslo", "2021-01-01", "s1");
        lives("Paris", "2022-01-01", "s2");
        lives("Paris", "2022-01-01", "s3");
        memory.logTurns("{id: 't', session: 's2', content: 'x'}");
        assertThat(memory.deleteFacts("{sessions: ['s2']}").forgotten()).isEqualTo(1);
        assertThat(memory.facts("2023-01-01")).containsExactly("A: Paris");

        assertThat(memory.deleteFacts("{sessions: ['s3']}").forgotten()).isEqualTo(1);
        assertThat(memory.facts("2023-01-01")).containsExactly("A: Oslo");
        assertThat(memory.facts(memory.now(), null)).contains("A: said by nobody");
    }

    @Test
    void turnTakesFactsAlongThatNameIt() {
        memory.logTurns(
                "{id: 't', session: 's', content: 'x'}", "{id: 'u', session: 's', content: 'y'}");
        memory.observe("A", "{content: 'tea', turn: 't'}", "{content: 'coffee', turn: 'u'}");
        memory.deleteFacts("{turns: ['t']}");

        assertThat(memory.facts(memory.now(), null)).containsExactly("A: coffee");
        assertThat(memory.rows().turns).hasSize(1);
    }

    @Test
    void factThatWasCorrectedAwayFromAnEntityOutlivesIt() {
        memory.relate(
                "{id: 'f', source: 'A', type: 'works at', target: 'Acme', valid_from: '2020-01-01'}");
        memory.pass(Duration.ofDays(1));
        memory.relate("{source: 'B', type: 'works at', target: 'Apex'}");
        memory.revise("f", "correct", "{target: 'Apex'}");
        memory.deleteFacts("{entities: ['Acme']}");

        assertThat(memory.facts("2021-01-01")).containsExactly("A works at Apex");
        assertThat(memory.fact("f").history().versions()).hasSize(1);
    }

    @Test
    void entityOfAnUndoneMergeLeavesTheOtherItsFacts() {
        memory.observe("A", "{content: 'tea', valid_from: '2020-01-01'}");
        memory.observe("B", "{content: 'coffee', valid_from: '2020-01-01'}");
        memory.pass(Duration.ofDays(1)).identify("{identity: 'merge', entity: 'A', into: 'B'}");
        memory.observe("A", "{content: 'tea', valid_from: '2019-01-01', source: 'x'}");
        memory.pass(Duration.ofDays(1)).identify("{identity: 'unmerge', entity: 'A'}");
        memory.deleteFacts("{entities: ['B']}");

        assertThat(memory.facts("2021-01-01")).containsExactly("A: tea");
    }

    @Test
    void entityTakesWhatIsMergedIntoItAlong() {
        memory.observe("A", "'tea'");
        memory.observe("B", "'coffee'");
        memory.identify("{identity: 'merge', entity: 'A', into: 'B'}");
        assertThat(memory.deleteFacts("{entities: ['A']}").forgotten()).isEqualTo(4);

        assertThat(memory.rows().graphIndex).isEmpty();
        memory.observe("A", "'tea'");
        assertThat(memory.facts(memory.now(), null)).containsExactly("A: tea");
    }

    @Test
    void linksOfADeletedFactAreCleared() {
        memory.observe("A", "{id: 'tea', content: 'tea', valid_from: '2020-01-01'}");
        memory.observe("A", "{id: 'coffee', content: 'coffee', valid_from: '2022-01-01'}");
        memory.observe("A", "{id: 'mate', content: 'mate', valid_from: '2023-01-01'}");
        memory.revise("tea", "supersede", "{by: 'coffee'}");
        memory.revise("coffee", "supersede", "{by: 'mate'}");
        memory.deleteFacts("{facts: ['coffee']}");

        assertThat(memory.fact("tea").followedBy()).isNull();
        assertThat(memory.fact("mate").follows()).isNull();
        assertThat(memory.facts("2024-01-01")).containsExactly("A: mate", "A: tea");
    }

    @Test
    void factSupersededInPiecesComesBackWhole() {
        memory.observe("A", "{content: 'tea', valid_from: '2020-01-01', valid_to: '2022-01-01'}");
        memory.observe("A", "{content: 'tea', valid_from: '2022-01-01', valid_to: '2025-01-01'}");
        memory.observe("A", "{id: 'coffee', content: 'coffee', valid_from: '2021-01-01'}");
        memory.revise(memory.idOf("A: tea"), "supersede", "{by: 'coffee'}");
        assertThat(memory.facts("2023-01-01")).containsExactly("A: coffee");
        memory.deleteFacts("{facts: ['coffee']}");

        assertThat(memory.facts("2020-06-01")).containsExactly("A: tea");
        assertThat(memory.facts("2023-01-01")).containsExactly("A: tea");
        assertThat(memory.facts("2025-01-01")).isEmpty();
    }

    @Test
    void eraseLeavesNothing() {
        memory.observe(
                "A", "{content: 'Oslo', attribute: 'city', single_valued: true, vector: [1, 0]}");
        memory.apply("erase", "{}");

        assertThat(memory.rows().entities).isEmpty();
        assertThat(memory.rows().facts).isEmpty();
        assertThat(memory.rows().factVectors).isEmpty();
        assertThat(memory.rows().graphIndex).isEmpty();
        assertThat(memory.rows().timelines).isEmpty();
        memory.observe(
                "A",
                "{content: 'Rome', attribute: 'city'}",
                "{content: 'Bern', attribute: 'city'}");
        assertThat(memory.facts(memory.now(), null)).hasSize(2);
    }
}
