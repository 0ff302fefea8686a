package dev.alluvium.state.core;

import static dev.alluvium.state.core.TestingMemory.actions;
import static dev.alluvium.state.outcome.ItemOutcome.Action.DUPLICATE;
import static dev.alluvium.state.outcome.ItemOutcome.Action.INSERTED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.outcome.CommandOutcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private final TestingMemory memory = new TestingMemory();

    private List<String> contents() {
        return memory.rows().turns.values().stream().map(Turn::content).toList();
    }

    @Test
    void sessionSentTwiceIsStoredOnce() {
        String[] session = {
            "{session: 's', author: 'ann', content: 'hello', at: '2026-05-01T09:00:00Z'}",
            "{session: 's', author: 'bob', content: 'hello', at: '2026-05-01T09:00:00Z'}",
            "{session: 's', author: 'ann', content: 'hello', at: '2026-05-01T09:00:01Z'}",
            "{session: 's2', author: 'ann', content: 'hello', at: '2026-05-01T09:00:00Z'}",
        };
        assertThat(actions(memory.logTurns(session))).containsOnly(INSERTED);
        CommandOutcome again = memory.pass(Duration.ofDays(1)).logTurns(session);

        assertThat(actions(again)).hasSize(4).containsOnly(DUPLICATE);
        assertThat(memory.rows().turns).hasSize(4);
        assertThat(memory.rows().header().turns()).isEqualTo(4);
    }

    @Test
    void turnsThatOnlyRunTogetherAreTwo() {
        String at = "at: '2026-05-01T09:00:00Z'";
        memory.logTurns(
                "{session: 'a', content: 'x', " + at + "}",
                "{session: 'a', author: 'null', content: 'x', " + at + "}",
                "{session: 'a\\u0000b', author: 'c', content: 'x', " + at + "}",
                "{session: 'a', author: 'b\\u0000c', content: 'x', " + at + "}");

        assertThat(memory.rows().turns).hasSize(4);
    }

    @Test
    void idOfTheCallerNamesATurnForGood() {
        memory.logTurns("{id: 't1', session: 's', content: 'first'}");
        CommandOutcome outcome =
                memory.logTurns(
                        "{id: 't1', session: 's', content: 'first'}",
                        "{id: 't1', session: 's', content: 'other'}");

        assertThat(actions(outcome)).containsExactly(DUPLICATE, DUPLICATE);
        assertThat(outcome.items().get(1).reason()).contains("another text", "never changed");
        assertThat(contents()).containsExactly("first");
    }

    @Test
    void retentionByCountLetsTheOldestArrivalGo() {
        memory.configure("{turn_retention_count: 2}");
        memory.logTurns("{id: '1', content: 'a'}", "{id: '2', content: 'b'}");
        memory.logTurns("{id: '3', content: 'c', at: '1999-01-01'}");

        assertThat(contents()).containsExactly("b", "c");
        assertThat(memory.rows().header().turns()).isEqualTo(2);
        assertThat(memory.rows().header().firstTurn()).isEqualTo(1);
        assertThat(memory.rows().turnRows).containsOnlyKeys("2", "3");
        memory.logTurns("{id: '1', content: 'a'}");
        assertThat(contents()).as("forgotten, so new again").containsExactly("c", "a");
    }

    @Test
    void retentionByDaysCountsFromTheArrival() {
        memory.configure("{turn_retention_days: 1.5}");
        memory.logTurns("{id: '1', content: 'a', at: '1999-01-01'}");
        memory.pass(Duration.ofHours(36)).logTurns("{id: '2', content: 'b'}");
        assertThat(contents()).as("exactly as old as allowed").containsExactly("a", "b");

        memory.pass(Duration.ofMillis(1)).logTurns("{id: '3', content: 'c'}");
        assertThat(contents()).containsExactly("b", "c");
    }

    @Test
    void retentionTakesEffectWhenItIsSet() {
        memory.logTurns("{id: '1', content: 'a'}", "{id: '2', content: 'b'}");
        memory.configure("{turn_retention_count: 1}");

        assertThat(contents()).containsExactly("b");
    }

    @Test
    void batchLargerThanTheRetentionKeepsItsEnd() {
        memory.configure("{turn_retention_count: 1}");
        memory.logTurns("{id: '1', content: 'a'}", "{id: '2', content: 'b'}");

        assertThat(contents()).containsExactly("b");
        assertThat(memory.rows().turnRows).containsOnlyKeys("2");
    }

    @Test
    void turnsShareTheDimensionOfTheMemory() {
        memory.logTurns("{id: '1', content: 'a', vector: [1, 0], pair_vector: [0, 1]}");
        assertThat(memory.rows().header().dimension()).isEqualTo(2);

        assertThat(memory.logTurns("{id: '2', content: 'b', vector: [1, 0, 0]}").refusal().detail())
                .contains("dimension 3", "have dimension 2");
        assertThat(memory.lastEvent().details().path("values").get(0).asText()).isEqualTo("b");
        assertThat(memory.remember("{content: 'r', vector: [1, 0, 0]}").refusal()).isNotNull();
        assertThat(contents()).containsExactly("a");
    }

    @Test
    void turnsDoNotMeetFiltersOfRecords() {
        memory.logTurns("{id: '1', content: 'a'}");
        memory.forget("{all: true}");

        assertThat(contents()).containsExactly("a");
    }
}
