package dev.alluvium.state.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.ItemOutcome.Action;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases of the graph that need no reader but its rows, by their numbers. */
class GraphCasesTest {

    private static final String OSLO =
            "{source: 'A', type: 'lives_in', target: 'Oslo', valid_from: '2021-01-01', single_valued: true}";
    private static final String PARIS =
            "{source: 'A', type: 'lives_in', target: 'Paris', valid_from: '2022-01-01', single_valued: true}";
    private static final String ROME =
            "{source: 'A', type: 'lives_in', target: 'Rome', valid_from: '2023-01-01', single_valued: true}";

    private final TestingMemory memory = new TestingMemory();

    private static List<List<String>> orders(List<String> items) {
        if (items.isEmpty()) {
            return List.of(List.of());
        }
        List<List<String>> orders = new ArrayList<>();
        for (String first : items) {
            List<String> rest = new ArrayList<>(items);
            rest.remove(first);
            for (List<String> order : orders(rest)) {
                List<String> whole = new ArrayList<>(List.of(first));
                whole.addAll(order);
                orders.add(whole);
            }
        }
        return orders;
    }

    private static Instant at(String time) {
        return TestingMemory.instant(time);
    }

    @ParameterizedTest(name = "{0} ms apart")
    @ValueSource(longs = {0, 7})
    @DisplayName("1. Oslo, Paris, Rome in all six orders of arrival: the same timeline")
    void anyOrderOfArrivalGivesTheSameTimeline(long apart) {
        List<List<String>> orders = orders(List.of(OSLO, PARIS, ROME));
        assertThat(orders).hasSize(6);
        for (List<String> order : orders) {
            TestingMemory each = new TestingMemory();
            order.forEach(relation -> each.pass(Duration.ofMillis(apart)).relate(relation));
            assertThat(each.facts("2020-12-31")).as("%s", order).isEmpty();
            assertThat(each.facts("2021-01-01")).containsExactly("A lives_in Oslo");
            assertThat(each.facts("2021-12-31T23:59:59.999Z")).containsExactly("A lives_in Oslo");
            assertThat(each.facts("2022-01-01")).containsExactly("A lives_in Paris");
            assertThat(each.facts("2023-01-01")).containsExactly("A lives_in Rome");
            assertThat(each.facts("2099-01-01")).containsExactly("A lives_in Rome");
        }
    }

    @Test
    @DisplayName("1. Oslo, Paris, Rome in one command, in all six orders: the same timeline")
    void anyOrderInOneCommandGivesTheSameTimeline() {
        for (List<String> order : orders(List.of(OSLO, PARIS, ROME))) {
            TestingMemory each = new TestingMemory();
            each.relate(order.toArray(String[]::new));
            TreeMap<String, List<Interval>> timeline = new TreeMap<>();
            for (Fact fact : each.rows().facts.values()) {
                timeline.put(each.sentence(fact.claim()), fact.history().believed());
            }
            assertThat(timeline)
                    .as("%s", order)
                    .containsEntry(
                            "A lives_in Oslo",
                            List.of(new Interval(at("2021-01-01"), at("2022-01-01"))))
                    .containsEntry(
                            "A lives_in Paris",
                            List.of(new Interval(at("2022-01-01"), at("2023-01-01"))))
                    .containsEntry("A lives_in Rome", List.of(Interval.since(at("2023-01-01"))));
        }
    }

    @Test
    @DisplayName("2. Ended in 2022, said again in 2024: absent in 2023, present in 2021 and 2025")
    void factSaidAgainHoldsAgain() {
        memory.observe("A", "{content: 'smokes', valid_from: '2020-01-01'}");
        String id = memory.idOf("A: smokes");
        memory.pass(Duration.ofDays(1)).revise(id, "invalidate", "{at: '2022-01-01'}");
        memory.pass(Duration.ofDays(1))
                .observe("A", "{content: 'smokes', valid_from: '2024-01-01'}");

        assertThat(memory.idOf("A: smokes")).as("one fact").isEqualTo(id);
        assertThat(memory.facts("2021-01-01")).containsExactly("A: smokes");
        assertThat(memory.facts("2023-01-01")).isEmpty();
        assertThat(memory.facts("2025-01-01")).containsExactly("A: smokes");
    }

    @Test
    @DisplayName("3. An end in 2030 stored in 2026: current in 2026, gone in 2031")
    void endInTheFutureEndsThen() {
        memory.observe("A", "{content: 'has a visa', valid_to: '2030-01-01'}", "'has a car'");
        memory.revise(memory.idOf("A: has a car"), "invalidate", "{at: '2030-01-01'}");

        assertThat(memory.facts(memory.now(), null))
                .containsExactly("A: has a car", "A: has a visa");
        assertThat(memory.facts("2029-12-31")).containsExactly("A: has a car", "A: has a visa");
        assertThat(memory.facts("2030-01-01")).isEmpty();
        assertThat(memory.facts("2031-01-01")).isEmpty();
    }

    @Test
    @DisplayName("4. An end corrected at K2 to 2022 and at K3 to 2021: known at K2 it says 2022")
    void correctedEndKeepsWhatWasKnown() {
        memory.observe("A", "{content: 'smokes', valid_from: '2020-01-01'}");
        String id = memory.idOf("A: smokes");
        memory.pass(Duration.ofDays(1)).revise(id, "correct", "{valid_to: '2022-01-01'}");
        Instant k2 = memory.now();
        memory.pass(Duration.ofDays(1)).revise(id, "correct", "{valid_to: '2021-01-01'}");
        Instant k3 = memory.now();

        assertThat(memory.facts(at("2021-06-01"), k2)).containsExactly("A: smokes");
        assertThat(memory.facts(at("2022-06-01"), k2)).isEmpty();
        assertThat(memory.facts(at("2021-06-01"), k3)).isEmpty();
        assertThat(memory.facts(at("2021-06-01"), null)).isEmpty();
        assertThat(memory.fact(id).history().versions())
                .extracting(version -> version.valid().to())
                .containsExactly(null, at("2022-01-01"), at("2021-01-01"));
    }

    @Test
    @DisplayName("5. 13:00+03:00 is found as of 10:30Z, not as of 09:59Z; times may be naive")
    void timesAreInstants() {
        memory.observe("A", "{content: 'in a meeting', valid_from: '2026-04-01T13:00:00+03:00'}");
        memory.observe(
                "A",
                "{content: 'in a call', valid_from: '2026-04-01T10:15:00', valid_to: '2026-04-01T10:45:00Z'}",
                "{content: 'awake', valid_from: '2026-04-01'}");

        assertThat(memory.facts("2026-04-01T09:59:00Z")).containsExactly("A: awake");
        assertThat(memory.facts("2026-04-01T10:30:00Z"))
                .containsExactly("A: awake", "A: in a call", "A: in a meeting");
        assertThat(memory.facts("2026-04-01T10:45:00Z"))
                .containsExactly("A: awake", "A: in a meeting");
    }

    @Test
    @DisplayName("6. Retract touches only known time, invalidate only valid time")
    void eachVerbMovesItsOwnAxis() {
        memory.observe("A", "{content: 'one', valid_from: '2020-01-01'}");
        memory.observe("A", "{content: 'two', valid_from: '2020-01-01'}");
        Instant before = memory.now();
        memory.pass(Duration.ofDays(1));
        memory.revise(memory.idOf("A: one"), "retract", "{reason: 'a joke'}");
        memory.revise(memory.idOf("A: two"), "invalidate", "{at: '2022-01-01'}");

        Fact retracted = memory.fact(memory.idOf("A: one"));
        assertThat(retracted.history().versions())
                .containsExactly(
                        new Version<Claim>(
                                retracted.claim(),
                                Interval.since(at("2020-01-01")),
                                new Interval(before, memory.now()),
                                "retracted: a joke"));
        Fact ended = memory.fact(memory.idOf("A: two"));
        assertThat(ended.history().versions())
                .last()
                .isEqualTo(
                        new Version<>(
                                ended.claim(),
                                new Interval(at("2020-01-01"), at("2022-01-01")),
                                Interval.since(memory.now()),
                                null));
        assertThat(memory.facts(at("2023-01-01"), before)).containsExactly("A: one", "A: two");
        assertThat(memory.facts("2021-01-01")).containsExactly("A: two");
        assertThat(memory.facts("2023-01-01")).isEmpty();
    }

    @Test
    @DisplayName("7. Other types and other sources end nothing")
    void multiValuedFactsStay() {
        memory.relate("{source: 'P', type: 'works at', target: 'Acme', valid_from: '2020-01-01'}");
        memory.relate(
                "{source: 'P', type: 'administers', target: 'Acme', valid_from: '2021-01-01'}");
        memory.relate("{source: 'A', type: 'uses', target: 'B', valid_from: '2020-01-01'}");
        memory.relate("{source: 'B', type: 'uses', target: 'C', valid_from: '2021-01-01'}");
        memory.relate("{source: 'A', type: 'uses', target: 'D', valid_from: '2021-01-01'}");

        assertThat(memory.facts("2026-01-01"))
                .containsExactly(
                        "A uses B",
                        "A uses D",
                        "B uses C",
                        "P administers Acme",
                        "P works at Acme");
    }

    @Test
    @DisplayName("8. Two values with equal starts known together: one winner whatever the order")
    void equalStartsKnownTogetherHaveOneWinner() {
        String red =
                "{content: 'red', attribute: 'colour', single_valued: true, valid_from: '2021-01-01'}";
        String blue = red.replace("red", "blue");
        memory.observe("A", red, blue);
        List<String> winner = memory.facts("2022-01-01");
        TestingMemory other = new TestingMemory();
        other.observe("A", blue, red);
        TestingMemory apart = new TestingMemory();
        apart.observe("A", red);
        apart.observe("A", blue);

        assertThat(winner).hasSize(1);
        assertThat(other.facts("2022-01-01")).isEqualTo(winner);
        assertThat(apart.facts("2022-01-01")).isEqualTo(winner);
    }

    @ParameterizedTest
    @CsvSource({"red,blue", "blue,red"})
    @DisplayName("8. Two values with equal starts: the later known wins")
    void equalStartsKnownApartHaveTheLaterKnown(String first, String second) {
        for (String value : List.of(first, second)) {
            memory.pass(Duration.ofMillis(1))
                    .observe(
                            "A",
                            "{content: '%s', attribute: 'colour', single_valued: true, valid_from: '2021-01-01'}"
                                    .formatted(value));
        }

        assertThat(memory.facts("2022-01-01")).containsExactly("A: " + second);
    }

    @Test
    @DisplayName("9. One name four times is one entity, in any script")
    void namesAreOneHoweverTheyAreWritten() {
        for (List<String> same :
                List.of(
                        List.of("Zoë", "Zoe\u0308", "ZOË ", " zoë"),
                        List.of(
                                "이순신",
                                "\u110b\u1175\u1109\u116e\u11ab\u1109\u1175\u11ab",
                                "이순신 ",
                                "\u3000이순신"),
                        List.of("Анна Ли", "АННА ЛИ", "анна  ли", "Анна\u00a0Ли"),
                        List.of("أحمد علي", " أحمد علي", "أحمد  علي", "أحمد\u2003علي"),
                        List.of("Straße", "STRASSE", "strasse", "Strasse"))) {
            TestingMemory each = new TestingMemory();
            same.forEach(name -> each.observe(name, "'x'"));
            assertThat(each.rows().entities.values())
                    .as("%s", same)
                    .singleElement()
                    .extracting(entity -> entity.name())
                    .isEqualTo(same.get(0).strip());
            assertThat(each.rows().header().graph().facts()).isEqualTo(1);
        }
        memory.observe("北京 University", "'x'");
        memory.observe("上海 University", "'x'");
        assertThat(memory.rows().entities).hasSize(2);
    }

    @Test
    @DisplayName("10. Replaying the same batch changes nothing")
    void replayedBatchChangesNothing() {
        String batch =
                "{entities: [{name: 'A', type: 'person', observations: ['one', {content: 'two', valid_from: '2020-01-01', valid_to: '2021-01-01'}]}],"
                        + " relations: ["
                        + OSLO
                        + ","
                        + PARIS
                        + "], create_missing: true}";
        memory.assertFacts(batch);
        TreeMap<Long, Fact> before = new TreeMap<>(memory.rows().facts);
        CommandOutcome again = memory.pass(Duration.ofDays(1)).assertFacts(batch);

        assertThat(memory.rows().facts).isEqualTo(before);
        assertThat(memory.rows().entities).hasSize(3);
        assertThat(TestingMemory.actions(again)).containsOnly(Action.DUPLICATE);
    }

    @Test
    @DisplayName("11. Re-creating an entity without a type keeps it; [x, x] is one observation")
    void recreatedEntityLosesNothing() {
        memory.assertFacts("{entities: [{name: 'A', type: 'person', observations: ['x', 'x']}]}");
        memory.assertFacts("{entities: [{name: 'a'}]}");

        assertThat(memory.rows().entities.get(0L).type()).isEqualTo("person");
        assertThat(memory.rows().entities.get(0L).name()).isEqualTo("A");
        assertThat(memory.facts(memory.now(), null)).containsExactly("A: x");
        assertThat(memory.rows().header().graph().facts()).isEqualTo(1);
    }

    @Test
    @DisplayName("13. Another memory's id is not found, and what it names is unchanged")
    void idsBelongToTheirMemory() {
        memory.observe("A", "{id: 'f', content: 'x', valid_from: '2020-01-01'}");
        TestingMemory other = new TestingMemory();
        other.observe("A", "{content: 'y'}");
        CommandOutcome outcome = other.revise("f", "invalidate", "{}");

        assertThat(TestingMemory.actions(outcome)).containsExactly(Action.NOT_FOUND);
        assertThat(memory.facts(memory.now(), null)).containsExactly("A: x");
        assertThat(other.facts(other.now(), null)).containsExactly("A: y");
    }
}
