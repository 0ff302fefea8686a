package dev.alluvium.state.core;

import static dev.alluvium.state.core.TestingMemory.actions;
import static dev.alluvium.state.outcome.ItemOutcome.Action.NOT_FOUND;
import static dev.alluvium.state.outcome.ItemOutcome.Action.UPDATED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.record.MemoryRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class VersionsTest {

    private final TestingMemory memory = new TestingMemory();

    @Test
    void updateWritesANewVersionAndKeepsTheOldOneInHistory() {
        memory.remember("{id: 'a', content: 'Old.', vector: [1, 0]}");
        Instant first = memory.now();
        Instant second = memory.pass(Duration.ofHours(1)).now();
        CommandOutcome outcome = memory.update("a", "{content: 'New.', vector: [0, 1]}");

        assertThat(actions(outcome)).containsExactly(UPDATED);
        List<MemoryRecord> history = memory.history("a");
        assertThat(history).extracting(MemoryRecord::content).containsExactly("Old.", "New.");
        assertThat(history).extracting(MemoryRecord::version).containsExactly(1, 2);
        assertThat(history.get(0).knownFrom()).isEqualTo(first);
        assertThat(history.get(0).knownTo()).isEqualTo(second);
        assertThat(history.get(1).knownFrom()).isEqualTo(second);
        assertThat(history.get(1).knownTo()).isNull();
        assertThat(history.get(1).createdAt()).isEqualTo(first);
        assertThat(memory.rows().header().records()).isEqualTo(1);
        assertThat(memory.rows().vector(memory.rows().versions("a")[1])).containsExactly(0, 1);
    }

    @Test
    void knownIntervalsAreHalfOpen() {
        memory.remember("{id: 'a', content: 'Old.'}");
        Instant valid = memory.now();
        memory.pass(Duration.ofHours(1)).update("a", "{content: 'New.'}");
        List<MemoryRecord> history = memory.history("a");
        Instant change = memory.now();

        assertThat(history.get(0).holdsAt(valid, change.minusNanos(1))).isTrue();
        assertThat(history.get(0).holdsAt(valid, change)).isFalse();
        assertThat(history.get(1).holdsAt(valid, change)).isTrue();
        assertThat(history.get(1).holdsAt(valid, change.minusNanos(1))).isFalse();
    }

    @Test
    void versionReplacedInItsOwnMillisecondIsNeverHeldButStaysInHistory() {
        memory.remember("{id: 'a', content: 'Old.'}");
        memory.update("a", "{content: 'New.'}");

        List<MemoryRecord> history = memory.history("a");
        assertThat(history.get(0).knownFrom()).isEqualTo(history.get(0).knownTo());
        assertThat(history.get(0).holdsAt(memory.now(), memory.now())).isFalse();
        assertThat(history.get(1).holdsAt(memory.now(), memory.now())).isTrue();
    }

    @Test
    void updateKeepsEverythingItDoesNotName() {
        memory.remember(
                "{id: 'a', content: 'Old.', scope: '/s', categories: ['c'], metadata: {k: [1]},"
                        + " importance: 0.8, source: 'ann', private: true,"
                        + " created_at: '2020-01-01', valid_from: '2020-01-01',"
                        + " valid_to: '2030-01-01'}");
        MemoryRecord before = memory.record("a");
        memory.pass(Duration.ofHours(1)).update("a", "{content: 'New.'}");

        MemoryRecord after = memory.record("a");
        assertThat(after)
                .usingRecursiveComparison()
                .ignoringFields("version", "content", "lastAccessed", "knownFrom")
                .isEqualTo(before);
        assertThat(after.lastAccessed()).isEqualTo(memory.now());
    }

    @Test
    void updateSetsEachFieldItNames() {
        memory.remember("{id: 'a', content: 'Old.', source: 'ann', private: true}");
        memory.update(
                "a",
                "{scope: '/t', categories: ['d'], metadata: {m: true}, importance: 1,"
                        + " source: 'bob', private: false, valid_from: '2021-01-01',"
                        + " valid_to: '2022-01-01'}");

        MemoryRecord after = memory.record("a");
        assertThat(after.content()).isEqualTo("Old.");
        assertThat(after.scope().path()).isEqualTo("/t");
        assertThat(after.categories()).containsExactly("d");
        assertThat(after.metadata()).containsEntry("m", true);
        assertThat(after.importance()).isEqualTo(1);
        assertThat(after.source()).isEqualTo("bob");
        assertThat(after.isPrivate()).isFalse();
        assertThat(after.validFrom()).isEqualTo(Instant.parse("2021-01-01T00:00:00Z"));
        assertThat(after.validTo()).isEqualTo(Instant.parse("2022-01-01T00:00:00Z"));
    }

    @Test
    void vectorFollowsItsText() {
        memory.remember("{id: 'a', content: 'Old.', vector: [1, 0]}");
        memory.update("a", "{importance: 1}");
        assertThat(memory.rows().vector(memory.rows().versions("a")[1])).containsExactly(1, 0);

        // The embedder failed: the old text's vector must not stand for the new text.
        memory.update("a", "{content: 'New.'}");
        assertThat(memory.rows().vector(memory.rows().versions("a")[2])).isNull();
    }

    @Test
    void updateOfAnUnknownIdSaysSo() {
        assertThat(actions(memory.update("nobody", "{content: 'x'}"))).containsExactly(NOT_FOUND);
        assertThat(memory.records()).isEmpty();
    }

    @Test
    void updateThatWouldTurnTheValidIntervalRoundIsRefusedAndTheMemoryGoesOn() {
        memory.remember("{id: 'a', content: 'Old.'}");
        CommandOutcome outcome = memory.update("a", "{content: 'New.', valid_to: '2020-01-01'}");

        assertThat(outcome.refusal().status()).isEqualTo(422);
        assertThat(outcome.refusal().detail()).contains("valid_to 2020-01-01T00:00:00Z");
        assertThat(memory.history("a")).extracting(MemoryRecord::content).containsExactly("Old.");
        assertThat(memory.lastEvent().kind()).isEqualTo("save_failed");
        assertThat(memory.lastEvent().details().path("values").get(0).asText()).isEqualTo("New.");

        memory.remember("{content: 'first'}", "{id: 'a', content: 'x', valid_to: '2020-01-01'}");
        assertThat(memory.contents()).as("a batch is applied whole or not").containsExactly("Old.");
    }

    @Test
    void textOfAClosedVersionIsNotKnownAnyMore() {
        memory.remember("{id: 'a', content: 'Old.', vector: [1, 0]}");
        memory.update("a", "{content: 'New.', vector: [0, 1]}");
        memory.remember("{content: 'Old.', vector: [1, 0]}");

        assertThat(memory.contents()).containsExactly("New.", "Old.");
    }

    @Test
    void touchMovesTheLastAccessForwardOnly() {
        memory.remember("{id: 'a', content: 'Text.', created_at: '2026-01-01'}");
        memory.apply("touch", "{ids: ['a', 'nobody', 'a'], at: '2026-04-01T12:00:00+02:00'}");
        assertThat(memory.record("a").lastAccessed())
                .isEqualTo(Instant.parse("2026-04-01T10:00:00Z"));
        memory.apply("touch", "{ids: ['a'], at: '2026-02-01'}");

        assertThat(memory.record("a").lastAccessed())
                .isEqualTo(Instant.parse("2026-04-01T10:00:00Z"));
        assertThat(memory.history("a")).as("no version of its own").hasSize(1);
        assertThat(memory.rows().records).hasSize(1);
    }
}
