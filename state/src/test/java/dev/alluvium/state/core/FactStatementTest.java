package dev.alluvium.state.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.Provenance;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.ItemOutcome.Action;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What saying a fact does, said first, again, by others, for other times and with ids. */
class FactStatementTest {

    private final TestingMemory memory = new TestingMemory();

    private static Action last(CommandOutcome outcome) {
        List<Action> actions = TestingMemory.actions(outcome);
        return actions.get(actions.size() - 1);
    }

    private List<String> sources(String text) {
        return memory.fact(memory.idOf("A: " + text)).statements().stream()
                .map(each -> each.sources().stream().map(Provenance::source).toList().toString())
                .toList();
    }

    @Test
    void repeatWithoutAStartAddsItsSourceWhereTheFactHolds() {
        memory.observe(
                "A",
                "{content: 'tea', valid_from: '2018-01-01', valid_to: '2019-01-01', source: 'a'}");
        memory.observe("A", "{content: 'tea', valid_from: '2020-01-01', source: 'b'}");
        memory.observe("A", "{content: 'tea', valid_from: '2021-01-01', source: 'c'}");
        CommandOutcome repeat = memory.observe("A", "{content: 'tea', source: 'd'}");

        assertThat(last(repeat)).isEqualTo(Action.DUPLICATE);
        assertThat(sources("tea")).containsExactly("[a]", "[b, d]", "[c, d]");
        memory.observe("A", "{content: 'tea', source: 'd'}");
        assertThat(sources("tea")).containsExactly("[a]", "[b, d]", "[c, d]");
    }

    @Test
    void repeatWithItsTimesAddsItsSourceToThatStatementAlone() {
        memory.observe("A", "{content: 'tea', valid_from: '2020-01-01', source: 'a'}");
        memory.observe("A", "{content: 'tea', valid_from: '2021-01-01', source: 'b'}");
        memory.observe("A", "{content: 'tea', valid_from: '2021-01-01', source: 'c'}");

        assertThat(sources("tea")).containsExactly("[a]", "[b, c]");
    }

    @Test
    void sourcesOfOneStatementAreBounded() {
        for (int i = 0; i < 300; i++) {
            memory.observe("A", "{content: 'tea', source: 's%d'}".formatted(i));
        }

        assertThat(memory.fact(memory.idOf("A: tea")).statements())
                .singleElement()
                .satisfies(statement -> assertThat(statement.sources()).hasSize(256));
    }

    @Test
    void retractedFactStaysRetractedForWhoSaidItAndIsNewsFromOthers() {
        memory.observe("A", "{content: 'tea', valid_from: '2020-01-01', source: 'a'}");
        memory.revise(memory.idOf("A: tea"), "retract", "{}");
        memory.pass(Duration.ofDays(1));
        assertThat(
                        last(
                                memory.observe(
                                        "A",
                                        "{content: 'tea', valid_from: '2020-01-01', source: 'a'}")))
                .isEqualTo(Action.DUPLICATE);
        assertThat(memory.facts("2021-01-01")).isEmpty();

        memory.observe("A", "{content: 'tea', valid_from: '2020-01-01', source: 'b'}");
        assertThat(memory.facts("2021-01-01")).containsExactly("A: tea");
        memory.observe("A", "{content: 'tea', valid_from: '2020-01-01', source: 'a'}");
        assertThat(sources("tea")).containsExactly("[a]", "[b]");
    }

    @Test
    void retractedFactSaidAnewWithoutAStartHolds() {
        memory.observe("A", "'tea'");
        memory.revise(memory.idOf("A: tea"), "retract", "{}");
        memory.observe("A", "'tea'");

        assertThat(memory.facts(memory.now(), null)).containsExactly("A: tea");
        assertThat(memory.rows().facts).hasSize(1);
    }

    @Test
    void declaredSlotTakesItsEarlierValuesOnItsTimeline() {
        memory.observe("A", "{content: 'Oslo', attribute: 'city', valid_from: '2020-01-01'}");
        memory.observe(
                "A",
                "{content: 'Rome', attribute: 'city', valid_from: '2021-01-01', valid_to: '2022-01-01'}");
        memory.observe("A", "{content: 'Bern', attribute: 'city', valid_from: '2019-01-01'}");
        memory.revise(memory.idOf("A: Bern"), "invalidate", "{at: '2020-06-01'}");
        assertThat(memory.facts("2020-03-01")).containsExactly("A: Bern", "A: Oslo");
        memory.pass(Duration.ofDays(1))
                .observe(
                        "A",
                        "{content: 'Lima', attribute: 'city', valid_from: '2023-01-01', single_valued: true}");

        assertThat(memory.facts("2019-06-01")).containsExactly("A: Bern");
        assertThat(memory.facts("2020-03-01")).containsExactly("A: Oslo");
        assertThat(memory.facts("2021-06-01")).containsExactly("A: Rome");
        assertThat(memory.facts("2022-06-01")).as("ended, and no other said").isEmpty();
        assertThat(memory.facts("2024-01-01")).containsExactly("A: Lima");
        GraphConsistency.check(memory.rows());
    }

    @Test
    void memoryDeclaresSlotsForAll() {
        memory.configure("{single_valued: 'city, lives  in'}");
        memory.observe("A", "{content: 'Oslo', attribute: 'city', valid_from: '2020-01-01'}");
        memory.observe("A", "{content: 'Rome', attribute: 'city', valid_from: '2021-01-01'}");
        memory.relate("{source: 'B', type: 'lives in', target: 'Oslo', valid_from: '2020-01-01'}");
        memory.relate("{source: 'B', type: 'lives in', target: 'Rome', valid_from: '2021-01-01'}");

        assertThat(memory.facts("2022-01-01")).containsExactly("A: Rome", "B lives in Rome");
    }

    @Test
    void idNamesOneFact() {
        memory.observe("A", "{id: 'f', content: 'tea', valid_from: '2020-01-01'}");
        assertThat(memory.observe("A", "{id: 'f', content: 'coffee'}").refusal().detail())
                .isEqualTo(
                        "id \"f\" already names a fact that says something else; correct that one, or choose another id");
        memory.revise("f", "invalidate", "{at: '2021-01-01'}");
        assertThat(last(memory.observe("A", "{id: 'f', content: 'tea'}")))
                .as("a repeat of what this id was given to")
                .isEqualTo(Action.DUPLICATE);
        assertThat(memory.facts(memory.now(), null)).isEmpty();

        memory.observe("A", "{id: 'f', content: 'tea', valid_from: '2022-01-01'}");
        assertThat(memory.facts("2023-01-01")).containsExactly("A: tea");
        memory.revise("f", "correct", "{content: 'coffee'}");
        assertThat(last(memory.observe("A", "{id: 'f', content: 'tea', valid_from: '2024-01-01'}")))
                .isEqualTo(Action.DUPLICATE);
        assertThat(memory.rows().facts).hasSize(1);
        assertThat(memory.assertFacts("{entities: [{id: 'e', name: 'X'}]}").refusal()).isNull();
        assertThat(memory.assertFacts("{entities: [{id: 'e', name: 'Y'}]}").refusal().detail())
                .isEqualTo("id \"e\" already names entity \"X\"; choose another id");
    }

    @Test
    void endInThePastNeedsAStart() {
        assertThat(
                        memory.observe("A", "{content: 'tea', valid_to: '2020-01-01'}")
                                .refusal()
                                .detail())
                .isEqualTo(
                        "valid_to 2020-01-01T00:00:00Z is not after the start, which is 2026-05-01T10:00:00Z"
                                + " where none is given; give valid_from as well");
    }

    @Test
    void contradictionsWithinOneCommandLeaveOneValue() {
        memory.observe(
                "A",
                "{content: 'red', attribute: 'colour', single_valued: true}",
                "{content: 'blue', attribute: 'colour', single_valued: true}",
                "{content: 'red', attribute: 'colour', single_valued: true}",
                "{content: 'blue', attribute: 'colour', single_valued: true}");

        assertThat(memory.facts(memory.now(), null)).hasSize(1);
        assertThat(memory.rows().facts.values())
                .allSatisfy(fact -> assertThat(fact.statements()).hasSize(1))
                .filteredOn(Fact::isBelieved)
                .singleElement()
                .satisfies(
                        fact ->
                                assertThat(fact.history().believed())
                                        .containsExactly(Interval.since(memory.now())));
    }
}
