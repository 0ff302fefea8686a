package dev.alluvium.state.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.ItemOutcome.Action;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What later words about facts do to them and to the other values of their timelines. */
class FactRevisionTest {

    private final TestingMemory memory = new TestingMemory();

    private void lives(String city, String from) {
        memory.pass(Duration.ofDays(1))
                .observe(
                        "A",
                        "{content: '%s', attribute: 'city', single_valued: true, valid_from: '%s'}"
                                .formatted(city, from));
    }

    private CommandOutcome revise(String text, String revision, String fields) {
        return memory.pass(Duration.ofDays(1)).revise(memory.idOf("A: " + text), revision, fields);
    }

    private List<Interval> held(String text) {
        return memory.fact(memory.idOf("A: " + text)).history().believed();
    }

    private static Interval between(String from, String to) {
        return new Interval(
                TestingMemory.instant(from), to == null ? null : TestingMemory.instant(to));
    }

    private static String reason(CommandOutcome outcome) {
        return outcome.items().get(0).reason();
    }

    @Test
    void correctedStartOfAValueKeepsTheEndThatAFollowerPutsToIt() {
        lives("Oslo", "2021-01-01");
        lives("Paris", "2022-01-01");
        revise("Oslo", "correct", "{valid_from: '2020-01-01'}");
        assertThat(held("Oslo")).containsExactly(between("2020-01-01", "2022-01-01"));

        revise("Paris", "correct", "{valid_from: '2023-01-01'}");
        assertThat(held("Oslo")).containsExactly(between("2020-01-01", "2023-01-01"));
        assertThat(held("Paris")).containsExactly(between("2023-01-01", null));
    }

    @Test
    void correctionOfOneIntervalLeavesTheOthers() {
        lives("Oslo", "2021-01-01");
        lives("Paris", "2022-01-01");
        lives("Oslo", "2023-01-01");
        revise("Oslo", "correct", "{valid_from: '2024-01-01'}");
        assertThat(held("Oslo"))
                .containsExactly(between("2021-01-01", "2022-01-01"), between("2024-01-01", null));

        revise("Oslo", "correct", "{valid_from: '2020-01-01', of: '2021-06-01'}");
        assertThat(held("Oslo"))
                .containsExactly(between("2020-01-01", "2022-01-01"), between("2024-01-01", null));
        assertThat(held("Paris")).containsExactly(between("2022-01-01", "2024-01-01"));
    }

    @Test
    void endOfAnInvalidatedFactIsCorrectedAndTakenBack() {
        memory.observe("A", "{content: 'smokes', valid_from: '2020-01-01'}");
        revise("smokes", "invalidate", "{at: '2022-01-01'}");
        revise("smokes", "correct", "{valid_to: '2023-01-01'}");
        assertThat(held("smokes")).containsExactly(between("2020-01-01", "2023-01-01"));

        revise("smokes", "correct", "{valid_to: null}");
        assertThat(held("smokes")).containsExactly(between("2020-01-01", null));
        memory.observe("A", "{content: 'smokes', valid_from: '2019-01-01'}");
        assertThat(held("smokes")).containsExactly(between("2019-01-01", null));
    }

    @Test
    void endCutsWhatIsSaidLaterToHaveBegunBefore() {
        memory.observe("A", "{content: 'smokes', valid_from: '2020-01-01'}");
        revise("smokes", "invalidate", "{at: '2022-01-01'}");
        memory.observe("A", "{content: 'smokes', valid_from: '2019-01-01'}");

        assertThat(held("smokes")).containsExactly(between("2019-01-01", "2022-01-01"));
    }

    @Test
    void endOfAnIntervalEndsAllOfIt() {
        memory.observe("A", "{content: 'smokes', valid_from: '2020-01-01', source: 'a'}");
        memory.observe("A", "{content: 'smokes', valid_from: '2023-01-01', source: 'b'}");
        revise("smokes", "invalidate", "{at: '2022-01-01'}");
        assertThat(held("smokes")).containsExactly(between("2020-01-01", "2022-01-01"));

        CommandOutcome repeat =
                memory.observe("A", "{content: 'smokes', valid_from: '2023-01-01', source: 'c'}");
        assertThat(TestingMemory.actions(repeat).get(1)).isEqualTo(Action.DUPLICATE);
        assertThat(held("smokes")).hasSize(1);
    }

    @Test
    void contentCannotBeCorrectedToWhatAnotherFactSays() {
        memory.observe("A", "{id: 'one', content: 'tea', valid_from: '2020-01-01'}");
        memory.observe("A", "{id: 'two', content: 'coffee', valid_from: '2020-01-01'}");
        CommandOutcome refused = memory.revise("two", "correct", "{content: 'tea'}");
        assertThat(refused.refusal().detail())
                .isEqualTo(
                        "fact \"one\" says so already; retract the one that is wrong, and correct the other if need be");

        memory.revise("one", "retract", "{}");
        assertThat(memory.revise("two", "correct", "{content: 'tea'}").refusal()).isNull();
        assertThat(memory.facts("2021-01-01")).containsExactly("A: tea");
    }

    @Test
    void correctedContentIsSaidThroughoutAndWhatWasSaidIsRecognised() {
        memory.observe(
                "A",
                "{content: 'tea', valid_from: '2018-01-01', valid_to: '2019-01-01', source: 'a'}");
        memory.observe("A", "{content: 'tea', valid_from: '2021-01-01', source: 'a'}");
        revise("tea", "correct", "{content: 'coffee'}");
        assertThat(memory.facts("2018-06-01")).containsExactly("A: coffee");
        assertThat(memory.facts("2021-06-01")).containsExactly("A: coffee");

        memory.observe("A", "{content: 'tea', valid_from: '2021-01-01', source: 'a'}");
        assertThat(memory.facts("2021-06-01")).containsExactly("A: coffee");
        memory.observe("A", "{content: 'tea', valid_from: '2021-01-01', source: 'b'}");
        assertThat(memory.facts("2021-06-01")).containsExactly("A: coffee", "A: tea");
        memory.observe("A", "{content: 'tea', valid_from: '2022-01-01', source: 'a'}");
        assertThat(memory.facts("2022-06-01")).containsExactly("A: coffee", "A: tea");
    }

    @Test
    void correctedTypeDoesNotMakeTheOtherTypeSingleValued() {
        memory.relate(
                "{id: 'f', source: 'A', type: 'lives in', target: 'Oslo', valid_from: '2020-01-01', single_valued: true}");
        memory.relate("{source: 'A', type: 'visited', target: 'Rome', valid_from: '2019-01-01'}");
        memory.revise("f", "correct", "{type: 'visited'}");

        assertThat(memory.facts("2021-01-01")).containsExactly("A visited Oslo", "A visited Rome");
    }

    @Test
    void confidenceIsCorrectedWithoutAnotherVersion() {
        memory.observe(
                "A", "{content: 'tea', valid_from: '2020-01-01', source: 'a', confidence: 0.9}");
        revise("tea", "correct", "{confidence: 0.5}");
        Fact fact = memory.fact(memory.idOf("A: tea"));
        assertThat(fact.history().versions()).hasSize(1);
        assertThat(fact.statements())
                .singleElement()
                .extracting(each -> each.sources().get(0).confidence())
                .isEqualTo(0.5);

        CommandOutcome again = revise("tea", "correct", "{confidence: 0.5}");
        assertThat(TestingMemory.actions(again)).containsExactly(Action.DUPLICATE);
        assertThat(reason(again)).isEqualTo("it says so already");
    }

    @Test
    void endToldOfWhatAnotherValueHidesCountsOnceThatIsGone() {
        lives("Oslo", "2021-01-01");
        lives("Paris", "2022-01-01");
        CommandOutcome outcome = revise("Oslo", "invalidate", "{at: '2023-01-01'}");
        assertThat(TestingMemory.actions(outcome)).containsExactly(Action.DUPLICATE);
        assertThat(held("Oslo")).containsExactly(between("2021-01-01", "2022-01-01"));

        revise("Paris", "retract", "{}");
        assertThat(held("Oslo")).containsExactly(between("2021-01-01", "2023-01-01"));
    }

    @Test
    void valueThatLosesIsRevisedAsOthers() {
        lives("Oslo", "2021-01-01");
        lives("Paris", "2021-01-01");
        assertThat(held("Oslo")).isEmpty();
        revise("Oslo", "correct", "{valid_from: '2020-01-01'}");
        assertThat(held("Oslo")).containsExactly(between("2020-01-01", "2021-01-01"));

        lives("Rome", "2020-01-01");
        assertThat(held("Oslo")).isEmpty();
        assertThat(TestingMemory.actions(revise("Oslo", "retract", "{}")))
                .containsExactly(Action.UPDATED);
        revise("Rome", "retract", "{}");
        assertThat(held("Oslo")).isEmpty();
        assertThat(memory.facts("2020-06-01")).isEmpty();
    }

    @Test
    void supersededFactIsEndedWhereTheOtherBeginsAndComesBackWithoutIt() {
        memory.observe("A", "{id: 'tea', content: 'tea', valid_from: '2020-01-01'}");
        memory.observe("A", "{id: 'coffee', content: 'coffee', valid_from: '2022-01-01'}");
        memory.pass(Duration.ofDays(1)).revise("tea", "supersede", "{by: 'coffee'}");
        assertThat(memory.facts("2021-01-01")).containsExactly("A: tea");
        assertThat(memory.facts("2023-01-01")).containsExactly("A: coffee");
        assertThat(memory.fact("tea").followedBy()).isEqualTo("coffee");
        assertThat(memory.fact("coffee").follows()).isEqualTo("tea");

        memory.pass(Duration.ofDays(1)).revise("coffee", "retract", "{}");
        assertThat(memory.facts("2023-01-01")).containsExactly("A: tea");
        assertThat(memory.fact("tea").history().versions())
                .extracting(Version::ended)
                .containsExactly("invalidated", "its end moved", null);
    }

    @Test
    void supersededValueEndsWhereverTheOtherIsMovedTo() {
        lives("Oslo", "2021-01-01");
        lives("Paris", "2022-01-01");
        revise("Oslo", "supersede", "{by: '" + memory.idOf("A: Paris") + "'}");
        revise("Paris", "correct", "{valid_from: '2024-01-01'}");

        assertThat(held("Oslo")).containsExactly(between("2021-01-01", "2024-01-01"));
    }

    @Test
    void endBeforeTheBeginningIsRefusedWithTheWayOut() {
        memory.observe("A", "{id: 'f', content: 'tea', valid_from: '2020-01-01'}");

        assertThat(memory.revise("f", "invalidate", "{at: '2019-01-01'}").refusal().detail())
                .isEqualTo(
                        "the end 2019-01-01T00:00:00Z is before the fact begins, at 2020-01-01T00:00:00Z;"
                                + " correct its valid_from, or retract it if it was never true");
        assertThat(memory.revise("f", "invalidate", "{at: '2020-01-01'}").refusal().detail())
                .isEqualTo(
                        "the end 2020-01-01T00:00:00Z is where the fact begins; retract it if it was never true");
        assertThat(memory.revise("f", "correct", "{valid_to: '2019-01-01'}").refusal().detail())
                .contains("valid_to 2019-01-01T00:00:00Z is not after valid_from 2020-01-01");
        memory.revise("f", "retract", "{}");
        assertThat(memory.revise("f", "correct", "{valid_to: '2021-01-01'}").refusal().detail())
                .contains("not believed any more")
                .contains("state it anew");
    }
}
