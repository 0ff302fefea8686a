package dev.alluvium.state.core;

import static dev.alluvium.state.core.TestingMemory.actions;
import static dev.alluvium.state.outcome.ItemOutcome.Action.DUPLICATE;
import static dev.alluvium.state.outcome.ItemOutcome.Action.INSERTED;
import static dev.alluvium.state.outcome.ItemOutcome.Action.UPDATED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.record.MemoryRecord;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RememberTest {

    private final TestingMemory memory = new TestingMemory();

    @Test
    void batchOfThreeSentencesWithARepeatStoresTwo() {
        CommandOutcome outcome =
                memory.rememberTexts(
                        "CrewAI supports complex workflows.",
                        "Python is a great language.",
                        "CrewAI supports complex workflows.");

        assertThat(memory.contents())
                .containsExactly(
                        "CrewAI supports complex workflows.", "Python is a great language.");
        assertThat(actions(outcome)).containsExactly(INSERTED, INSERTED, DUPLICATE);
        assertThat(outcome.items().get(2).duplicateOf()).isEqualTo(outcome.items().get(0).id());
        assertThat(outcome.items().get(2).reason()).isEqualTo("same text");
        assertThat(memory.rows().header().records()).isEqualTo(2);
    }

    @Test
    void sentenceSavedThreeTimesIsOneRecord() {
        memory.rememberTexts("The office closes at six.");
        Instant first = memory.now();
        memory.pass(Duration.ofHours(1)).rememberTexts("the  OFFICE closes at six. ");
        memory.pass(Duration.ofHours(1));
        CommandOutcome third =
                memory.remember("{content: 'The office closes at six.', importance: 0.9}");

        assertThat(actions(third)).containsExactly(DUPLICATE);
        assertThat(memory.records()).hasSize(1);
        MemoryRecord known = memory.records().get(0);
        assertThat(known.lastAccessed()).isEqualTo(memory.now());
        assertThat(known.createdAt()).isEqualTo(first);
        assertThat(known.importance()).as("the larger").isEqualTo(0.9);
        memory.remember("{content: 'The office closes at six.', importance: 0.1}");
        assertThat(memory.records().get(0).importance()).isEqualTo(0.9);
    }

    @Test
    void whatTheWriterLeavesOutIsFilledFromTheLog() {
        CommandOutcome outcome = memory.rememberTexts("Plain text.");

        MemoryRecord record = memory.records().get(0);
        assertThat(record.id()).hasSize(26).isEqualTo(outcome.items().get(0).id());
        assertThat(record.scope().path()).isEqualTo("/");
        assertThat(record.categories()).isEmpty();
        assertThat(record.metadata()).isEmpty();
        assertThat(record.importance()).isEqualTo(0.5);
        assertThat(record.source()).isNull();
        assertThat(record.isPrivate()).isFalse();
        assertThat(record.createdAt()).isEqualTo(memory.now());
        assertThat(record.lastAccessed()).isEqualTo(memory.now());
        assertThat(record.validFrom()).isEqualTo(memory.now());
        assertThat(record.validTo()).isNull();
        assertThat(record.knownFrom()).isEqualTo(memory.now());
        assertThat(record.knownTo()).isNull();
    }

    @Test
    void endBeforeTheWritingMovesTheStartJustBeforeIt() {
        memory.remember("{content: 'It was open.', valid_to: '2020-01-01'}");

        MemoryRecord record = memory.records().get(0);
        assertThat(record.validFrom()).isEqualTo(Instant.parse("2019-12-31T23:59:59.999Z"));
        assertThat(record.validTo()).isEqualTo(Instant.parse("2020-01-01T00:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The limit is 1000 requests. | The limit is 2000 requests.",
                "Ann likes tea. | Ann does not like tea.",
                "The launch is on 3 May 2026. | The launch is on 4 May 2026.",
                "Il limite è 10 euro. | Il limite è 20 euro.",
                "他喜欢茶。 | 他不喜欢茶。",
            })
    void numbersNegationsAndDatesKeepTextsApartWhateverTheVectorsSay(String one, String other) {
        memory.remember(
                "{content: '" + one + "', vector: [1, 0]}",
                "{content: '" + other + "', vector: [1, 0]}");
        memory.remember("{content: '" + other + "', vector: [1, 0]}");

        assertThat(memory.contents()).containsExactly(one, other);
    }

    @Test
    void nearVectorsOfTextsThatNothingTellsApartAreOne() {
        memory.remember("{content: 'the meeting room is small', vector: [1, 0]}");
        CommandOutcome outcome =
                memory.remember("{content: 'the meeting room is a small', vector: [1, 0.05]}");

        assertThat(actions(outcome)).containsExactly(DUPLICATE);
        assertThat(outcome.items().get(0).reason())
                .isEqualTo("similarity 0.999 is at or over batch_dedup_threshold 0.98");
    }

    @Test
    void batchDedupThresholdIsHonouredAndMayDifferPerMemory() {
        String one = "{content: 'the meeting room is small', vector: [1, 0]}";
        // A cosine of 0.95.
        String other = "{content: 'the meeting room is a small', vector: [0.95, 0.3122499]}";
        memory.remember(one, other);
        assertThat(memory.records()).hasSize(2);

        memory.apply("erase", "{}");
        memory.configure("{batch_dedup_threshold: 0.9}");
        assertThat(actions(memory.remember(one, other))).containsExactly(INSERTED, DUPLICATE);

        TestingMemory strict =
                new TestingMemory(
                        MemoryOptions.DEFAULTS.with(Setting.BATCH_DEDUP_THRESHOLD, 0.9), null);
        assertThat(actions(strict.remember(one, other))).containsExactly(INSERTED, DUPLICATE);
        strict.apply("erase", "{}");
        strict.configure("{batch_dedup_threshold: 0.96}");
        assertThat(actions(strict.remember(one, other))).containsExactly(INSERTED, INSERTED);
    }

    @Test
    void consolidationThresholdOneComparesWithinTheBatchOnly() {
        memory.configure("{consolidation_threshold: 1.0}");
        memory.rememberTexts("Tea is hot.");
        memory.rememberTexts("Tea is hot.");
        memory.remember(
                "{content: 'Water is wet', vector: [1, 0]}",
                "{content: 'water is wet', vector: [1, 0]}");
        memory.remember("{content: 'Water is wet', vector: [1, 0]}");

        assertThat(memory.contents())
                .containsExactly("Tea is hot.", "Tea is hot.", "Water is wet", "Water is wet");
    }

    @Test
    void textsOfDifferentBranchesSourcesOrValidityAreNotOne() {
        memory.remember("{content: 'Same words', scope: '/team'}");
        memory.remember("{content: 'Same words', scope: '/team-b'}");
        memory.remember("{content: 'Same words', scope: '/team', source: 'ann'}");
        memory.remember("{content: 'Same words', scope: '/team', valid_to: '2030-01-01'}");
        memory.remember("{content: 'Same words', scope: '/team/inner'}");
        assertThat(memory.records()).hasSize(5);

        // Each of them is known now, and the root's branch holds them all.
        memory.remember("{content: 'Same words', scope: '/team'}");
        memory.remember("{content: 'Same words', scope: '/team', source: 'ann'}");
        memory.remember("{content: 'Same words'}");
        assertThat(memory.records()).hasSize(5);
    }

    @Test
    void privateTextsAreComparedOnlyWithWhatTheirWriterSeesAndNeverHideAPublicOne() {
        memory.remember("{content: 'The code is green', source: 'ann', private: true}");
        memory.remember("{content: 'The code is green', source: 'bob', private: true}");
        memory.remember("{content: 'The code is green'}");
        assertThat(memory.records()).hasSize(3);

        // Dropping Ann's public text because of her private one would hide it from all others.
        memory.remember("{content: 'The code is green', source: 'ann'}");
        assertThat(memory.records()).hasSize(4);
        // Her private one is known by then, twice over.
        memory.remember("{content: 'The code is green', source: 'ann', private: true}");
        assertThat(memory.records()).hasSize(4);
    }

    @Test
    void privateRecordWithoutASourceIsNobodysDuplicate() {
        memory.remember("{content: 'Hidden', private: true}");
        memory.remember("{content: 'Hidden', private: true}");

        assertThat(memory.records()).hasSize(2);
    }

    @Test
    void idGivenTwiceWithTheSameTextChangesNothing() {
        memory.remember("{id: 'a', content: 'One.', source: 'ann'}");
        memory.pass(Duration.ofMinutes(1));
        CommandOutcome outcome = memory.remember("{id: 'a', content: 'One.', source: 'bob'}");

        assertThat(actions(outcome)).containsExactly(DUPLICATE);
        assertThat(outcome.items().get(0).duplicateOf()).isEqualTo("a");
        assertThat(memory.history("a")).hasSize(1);
        assertThat(memory.record("a").source()).isEqualTo("ann");
    }

    @Test
    void idGivenTwiceWithAnotherTextIsANewVersionThatKeepsWhatIsNotSaid() {
        memory.remember(
                "{id: 'a', content: 'One.', scope: '/s', categories: ['c'], metadata: {k: 1},"
                        + " importance: 0.8, source: 'ann', private: true}");
        CommandOutcome outcome = memory.remember("{id: 'a', content: 'Two.'}");

        assertThat(actions(outcome)).containsExactly(UPDATED);
        MemoryRecord record = memory.record("a");
        assertThat(record.content()).isEqualTo("Two.");
        assertThat(record.scope().path()).isEqualTo("/s");
        assertThat(record.categories()).containsExactly("c");
        assertThat(record.metadata()).containsEntry("k", 1);
        assertThat(record.importance()).isEqualTo(0.8);
        assertThat(record.source()).isEqualTo("ann");
        assertThat(record.isPrivate()).as("never made public by saving again").isTrue();
        assertThat(memory.rows().header().records()).isEqualTo(1);
    }

    @Test
    void idGivenTwiceInOneBatchKeepsTheLastText() {
        memory.remember("{id: 'a', content: 'One.'}", "{id: 'a', content: 'Two.'}");

        assertThat(memory.contents()).containsExactly("Two.");
        assertThat(memory.history("a")).extracting(MemoryRecord::version).containsExactly(1, 2);
    }

    @Test
    void generatedIdsFollowFromTheLogAlone() {
        TestingMemory replay = new TestingMemory();
        memory.rememberTexts("a", "b");
        replay.rememberTexts("a", "b");

        assertThat(memory.rows().versions.keySet())
                .hasSize(2)
                .isEqualTo(replay.rows().versions.keySet());
    }

    @Test
    void timeOfTheLogThatNoUlidHoldsStillGivesIds() {
        memory.pass(Duration.ofDays(365L * 100_000)).rememberTexts("from afar");

        assertThat(memory.records().get(0).id()).hasSize(26);
        assertThat(memory.records().get(0).knownFrom()).isEqualTo(memory.now());
    }
}
