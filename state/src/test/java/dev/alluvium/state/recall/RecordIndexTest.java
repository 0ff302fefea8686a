package dev.alluvium.state.recall;

import static dev.alluvium.state.recall.Fixture.EVERYONE;
import static dev.alluvium.state.recall.Fixture.contents;
import static dev.alluvium.state.recall.Fixture.draft;
import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.recall.Fixture.Ask;
import dev.alluvium.state.recall.RecallRequest.Mode;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.scope.Scope;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordIndexTest {

    private final Fixture memory = new Fixture();
    private final RecordIndex index = memory.index;

    private static RecallResult recall(RecordView view, Ask ask) {
        return view.recall(MemoryHeader.EMPTY, ask.request());
    }

    @Test
    void aTouchKeepsWordsAndVectorWithoutIndexingThemAgain() {
        memory.with(draft("alpha").vector(1, 0), draft("beta").vector(0, 1));
        MemoryRecord record = draft("alpha").record(0);
        RecordView before = index.view();

        MemoryRecord touched = record.touched(Fixture.NOW.plusSeconds(60), 0.9);
        index.put(0, touched, null);
        RecordView after = index.view();

        assertThat(after.size()).isEqualTo(before.size());
        Match match = recall(after, new Ask("alpha").vector(1, 0)).matches().get(0);
        assertThat(match.record()).isEqualTo(touched);
        assertThat(match.reasons()).containsExactly("semantic", "lexical", "recency", "importance");
        assertThat(recall(before, new Ask("alpha")).matches().get(0).record()).isEqualTo(record);
    }

    @Test
    void theSameRowWithItsVectorAgainIsNotIndexedAgain() {
        float[] vector = Fixture.unit(0.3f, -0.2f, 0.9f);
        for (int times = 0; times < 5; times++) {
            index.put(7, draft("alpha").record(7), vector);
        }

        assertThat(index.view().size()).isEqualTo(1);
    }

    @Test
    void anotherTextOrVectorAtAnOrdinalTakesThePlaceOfWhatWasThere() {
        index.put(0, draft("alpha").record(0), Fixture.unit(1, 0));
        RecordView first = index.view();
        index.put(0, draft("beta").record(0), null);
        RecordView second = index.view();
        index.put(0, draft("beta").record(0), Fixture.unit(0, 1));
        RecordView third = index.view();

        assertThat(lexical(first, "alpha")).isPositive();
        assertThat(lexical(first, "beta")).isZero();
        assertThat(lexical(second, "alpha")).isZero();
        assertThat(lexical(second, "beta")).isPositive();
        assertThat(similarity(second)).isEqualTo(1);
        assertThat(similarity(third)).isLessThan(0.34);
        assertThat(third.list(EVERYONE, 10, null).total()).isEqualTo(1);
    }

    private static double lexical(RecordView view, String word) {
        return recall(view, new Ask(word)).matches().get(0).parts().lexical();
    }

    private static double similarity(RecordView view) {
        Ask ask = new Ask("x").vector(1, 0);
        return recall(view, ask).matches().get(0).parts().similarity();
    }

    @Test
    void aClosedVersionIsFoundAtItsKnownTimeAndAnOldViewStillHasItCurrent() {
        MemoryRecord old = draft("limit is 1000").id("a").created("2026-01-01T00:00:00Z").record(0);
        index.put(0, old, null);
        RecordView before = index.view();
        index.put(0, old.knownUntil(Fixture.NOW), null);
        index.put(1, draft("limit is 2000").id("a").version(2).record(1), null);
        RecordView after = index.view();

        assertThat(contents(recall(before, new Ask("limit")))).containsExactly("limit is 1000");
        assertThat(contents(recall(after, new Ask("limit")))).containsExactly("limit is 2000");
        Ask past = new Ask("limit").knownAt("2026-02-01T00:00:00Z");
        assertThat(contents(recall(after, past))).containsExactly("limit is 1000");
        assertThat(after.info(EVERYONE, Scope.ROOT).recordCount()).isEqualTo(1);
    }

    @Test
    void deletedContentLeavesTheHeapWithTheViewsThatShowIt() {
        for (int i = 0; i < 3000; i++) {
            memory.put(draft("record number " + i + " of many").vector(1, i));
        }
        long full = index.view().bytes();
        for (int i = 0; i < 2990; i++) {
            index.delete(i);
        }
        RecordView few = index.view();

        assertThat(few.size()).isEqualTo(10);
        assertThat(few.bytes()).isLessThan(full / 20);
        assertThat(recall(few, new Ask("number 2995")).matches().get(0).record().content())
                .isEqualTo("record number 2995 of many");
    }

    @Test
    void newColumnsGiveTheSameAnswers() {
        Random random = new Random(7);
        Fixture kept = new Fixture();
        for (int i = 0; i < 2000; i++) {
            Fixture.Draft draft =
                    draft("word" + i % 37 + " and term" + i % 11)
                            .id("id" + i)
                            .in("/s" + i % 5)
                            .created(Fixture.NOW.minus(Duration.ofHours(i)))
                            .vector(random.nextFloat(), random.nextFloat(), random.nextFloat());
            long ordinal = memory.put(draft);
            if (i % 4 == 0) {
                kept.put(draft);
            } else if (i % 2 == 0) {
                index.delete(ordinal);
            }
        }
        RecordView sparse = index.view();
        for (int i = 1; i < 2000; i += 2) {
            index.delete(i);
        }
        RecordView compact = index.view();

        assertThat(sparse.size()).isEqualTo(2000);
        assertThat(compact.size()).isEqualTo(500);
        for (Mode mode : Mode.values()) {
            Ask ask = new Ask("word7 term3").vector(1, 1, 0).mode(mode).limit(50);
            assertThat(recall(compact, ask)).isEqualTo(recall(kept.index.view(), ask));
        }
        assertThat(compact.tree(EVERYONE, Scope.ROOT, 9))
                .isEqualTo(kept.index.view().tree(EVERYONE, Scope.ROOT, 9));
        // The writer goes on in the new columns.
        memory.put(draft("word7 again").vector(1, 1, 0));
        index.put(4, draft("word4").id("id4").record(4), null);
        assertThat(index.view().list(EVERYONE, 1, null).total()).isEqualTo(501);
        assertThat(compact.list(EVERYONE, 1, null).total()).isEqualTo(500);
    }
}
