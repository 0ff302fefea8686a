package dev.alluvium.state.core;

import static dev.alluvium.state.core.TestingMemory.actions;
import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.Position;
import dev.alluvium.state.change.Change.PutHeader;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.ItemOutcome.Action;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules that hold for every kind of command. */
class CommandRulesTest {

    private final TestingMemory memory = new TestingMemory();

    @Test
    void repeatOfAnIdempotencyKeyAnswersAsTheFirstDidAndChangesNothing() {
        CommandOutcome first =
                memory.apply("remember", "{idempotency_key: 'k', records: [{content: 'a'}]}");
        CommandOutcome second =
                memory.apply("remember", "{idempotency_key: 'k', records: [{content: 'b'}]}");

        assertThat(second).isEqualTo(first);
        assertThat(memory.contents()).containsExactly("a");
        assertThat(memory.events()).hasSize(1);
        assertThat(memory.lastChanges()).hasOnlyElementsOfType(PutHeader.class);
        assertThat(memory.rows().header().applied().reached(new Position(0, 1)))
                .as("a reader of the repeat's position is not kept waiting")
                .isTrue();
    }

    @Test
    void repeatOfARefusedCommandIsRefusedAlike() {
        memory.remember("{content: 'a', vector: [1, 0]}");
        String wrong = "{idempotency_key: 'k', records: [{content: 'b', vector: [1, 0, 0]}]}";
        CommandOutcome first = memory.apply("remember", wrong);

        assertThat(memory.apply("remember", wrong)).isEqualTo(first);
        assertThat(first.refusal()).isNotNull();
        assertThat(memory.events()).extracting(MemoryEvent::kind).containsOnlyOnce("save_failed");
    }

    @Test
    void repeatOfAnEraseDoesNotEraseWhatCameAfterTheFirst() {
        memory.rememberTexts("before");
        CommandOutcome first = memory.apply("erase", "{idempotency_key: 'k'}");
        memory.rememberTexts("after");

        assertThat(memory.apply("erase", "{idempotency_key: 'k'}")).isEqualTo(first);
        assertThat(memory.contents()).containsExactly("after");
    }

    @Test
    void eraseRemovesEverythingAndOrdinalsGoOn() {
        memory.apply("remember", "{idempotency_key: 'k', records: [{content: 'a', vector: [1]}]}");
        memory.logTurns("{content: 't'}");
        memory.configure("{recency_weight: 1}");
        CommandOutcome outcome = memory.apply("erase", "{}");

        assertThat(outcome.forgotten()).isEqualTo(1);
        TestingRows rows = memory.rows();
        assertThat(rows.records).isEmpty();
        assertThat(rows.vectors).isEmpty();
        assertThat(rows.versions).isEmpty();
        assertThat(rows.fingerprints).isEmpty();
        assertThat(rows.turns).isEmpty();
        assertThat(rows.turnRows).isEmpty();
        assertThat(rows.answers).isEmpty();
        assertThat(rows.header().records()).isZero();
        assertThat(rows.header().turns()).isZero();
        assertThat(rows.header().options()).isEmpty();
        assertThat(rows.header().dimension()).isZero();
        assertThat(rows.header().nextRecord()).isEqualTo(1);
        assertThat(rows.header().nextTurn()).isEqualTo(1);
        memory.remember("{content: 'a', vector: [1, 0]}");
        memory.logTurns("{content: 't'}");
        assertThat(rows.records).containsOnlyKeys(1L);
        assertThat(rows.turns).containsOnlyKeys(1L);
    }

    @Test
    void everyCommandMovesThePosition() {
        memory.rememberTexts("a");
        memory.update("nobody", "{content: 'x'}");
        memory.configure("{nonsense: 1}");

        assertThat(memory.rows().header().applied())
                .isEqualTo(AppliedPositions.of(new Position(0, 2)));
    }

    @Test
    void knownTimeNeverGoesBack() {
        memory.remember("{id: 'a', content: 'one'}");
        Instant known = memory.now();
        memory.pass(Duration.ofHours(-1));
        memory.update("a", "{content: 'two'}");

        assertThat(memory.record("a").knownFrom()).isEqualTo(known);
        assertThat(memory.rows().header().lastKnown()).isEqualTo(known);
    }

    @Test
    void configureSetsAndReturnsOptions() {
        memory.configure("{recency_weight: 0.1, default_importance: '0.9'}");
        memory.rememberTexts("a");
        assertThat(memory.records().get(0).importance()).isEqualTo(0.9);

        memory.configure("{default_importance: null}");
        memory.rememberTexts("b");
        assertThat(memory.records().get(1).importance()).isEqualTo(0.5);
        assertThat(memory.rows().header().options()).containsOnlyKeys("recency_weight");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{recency_weight: -1} | recency_weight -1 is not in [0, 100]",
                "{consolidation_threshold: 1.01} | consolidation_threshold 1.01 is not in [0, 1]",
                "{consolidation_limit: 'NaN'} | consolidation_limit NaN is not in [1, 100]",
                "{recency_weight: 'much'} | recency_weight \"much\" is not a number in [0, 100]",
                "{colour: 'red'} | unknown option \"colour\"",
                "{colour: null} | unknown option \"colour\"",
            })
    void optionUnknownOrOutOfRangeIsRefusedWhole(String options, String message) {
        CommandOutcome outcome = memory.configure(options.replace("}", ", semantic_weight: 0.7}"));

        assertThat(outcome.refusal().status()).isEqualTo(400);
        assertThat(outcome.refusal().detail()).contains(message);
        assertThat(memory.rows().header().options()).isEmpty();
    }

    @Test
    void anotherDimensionIsRefusedWithBothDimensionsAndTheWayOutAndWritesNothing() {
        TestingMemory embedded = new TestingMemory(MemoryOptions.DEFAULTS, "e5-small-v2");
        embedded.remember("{content: 'a', vector: [1, 0]}");
        CommandOutcome outcome =
                embedded.remember("{content: 'b'}", "{content: 'c', vector: [1, 0, 0]}");

        assertThat(outcome.refusal().status()).isEqualTo(422);
        assertThat(outcome.refusal().detail())
                .contains("dimension 3", "dimension 2", "e5-small-v2", "alluvium reembed");
        assertThat(embedded.contents()).containsExactly("a");
        embedded.remember("{id: 'x', content: 'b'}");
        assertThat(embedded.update("x", "{content: 'd', vector: [1]}").refusal()).isNotNull();
        assertThat(embedded.record("x").content()).isEqualTo("b");
    }

    @Test
    void batchOfTwoDimensionsIsRefusedInAnEmptyMemoryToo() {
        CommandOutcome outcome =
                memory.remember(
                        "{content: 'a', vector: [1, 0]}", "{content: 'b', vector: [1, 0, 0]}");

        assertThat(outcome.refusal().detail()).contains("dimension 3", "of dimension 2");
        assertThat(memory.records()).isEmpty();
        assertThat(memory.rows().header().dimension()).isZero();
        assertThat(memory.logTurns("{content: 't', vector: [1], pair_vector: [1, 0]}").refusal())
                .isNotNull();
    }

    @Test
    void vectorsOfAnyLengthAreBroughtToUnitNorm() {
        memory.remember(
                "{content: 'a', vector: [3, 4]}",
                "{content: 'b', vector: [1e-45, 0]}",
                "{content: 'c', vector: [3e38, -3e38]}");

        assertThat(memory.rows().vector(0)).containsExactly(0.6f, 0.8f);
        assertThat(memory.rows().vector(1)).containsExactly(1, 0);
        assertThat(memory.rows().vector(2)).containsExactly(0.70710677f, -0.70710677f);
    }

    @Test
    void lostTextsAreNamedInExactlyOneEvent() {
        memory.remember("{content: 'a', vector: [1, 0]}");
        memory.events().clear();
        memory.remember("{content: 'lost one'}", "{content: 'lost two', vector: [1]}");

        assertThat(memory.events()).hasSize(1);
        MemoryEvent event = memory.lastEvent();
        assertThat(event.kind()).isEqualTo("save_failed");
        assertThat(event.toJson().path("values")).hasToString("[\"lost one\",\"lost two\"]");
        assertThat(event.toJson().path("error").asText()).contains("dimension");
        assertThat(event.position()).isEqualTo(new Position(0, 1));
    }

    @Test
    void eachCommandEndsInOneEventOfItsKind() {
        memory.rememberTexts("a");
        memory.update(memory.records().get(0).id(), "{content: 'b'}");
        memory.forget("{all: true}");
        memory.reset("/");
        memory.logTurns("{content: 't'}");
        memory.apply("touch", "{ids: [], at: '2026-01-01'}");
        memory.configure("{}");
        memory.apply("erase", "{}");

        assertThat(memory.events())
                .extracting(MemoryEvent::kind)
                .containsExactly(
                        "save_completed",
                        "record_updated",
                        "records_forgotten",
                        "records_forgotten",
                        "turns_logged",
                        "records_read",
                        "options_changed",
                        "memory_erased");
        assertThat(memory.events().get(2).details().path("forgotten").asInt()).isEqualTo(1);
        assertThat(actions(memory.rememberTexts("a"))).containsExactly(Action.INSERTED);
    }
}
