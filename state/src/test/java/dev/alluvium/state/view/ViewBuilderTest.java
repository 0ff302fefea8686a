package dev.alluvium.state.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.change.Change.Clear;
import dev.alluvium.state.change.Change.DeleteRecord;
import dev.alluvium.state.change.Change.DeleteTurn;
import dev.alluvium.state.change.Change.IndexRecord;
import dev.alluvium.state.change.Change.PutHeader;
import dev.alluvium.state.change.Change.PutRecord;
import dev.alluvium.state.change.Change.PutTurn;
import dev.alluvium.state.change.GraphCounts;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.recall.RecordFilter;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ViewBuilderTest {

    private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
    private static final RecordFilter ALL = new RecordFilter(null, null, null, true, null, null);

    private final ViewBuilder builder =
            new ViewBuilder(CosineCalibration.identity(), new TextAnalyzer());

    private static MemoryRecord record(String content) {
        return new MemoryRecord(
                content,
                1,
                content,
                Scope.ROOT,
                List.of(),
                Map.of(),
                0.5,
                null,
                false,
                AT,
                AT,
                AT,
                null,
                AT,
                null);
    }

    private static Turn turn(String content) {
        return new Turn(content, "s", "ann", content, AT, Map.of(), AT);
    }

    private static long records(MemoryView view) {
        return view.records().list(ALL, 10, null).total();
    }

    private static long turns(MemoryView view) {
        return view.turns().list(null, null, null, 10, null).total();
    }

    @Test
    void changesGiveTheNextViewAndLeaveTheOneBefore() {
        MemoryView empty = builder.view();
        MemoryHeader header =
                new MemoryHeader(
                        1,
                        1,
                        0,
                        1,
                        1,
                        GraphCounts.NONE,
                        2,
                        "m",
                        null,
                        AT,
                        Map.of(),
                        MemoryHeader.EMPTY.applied());
        builder.apply(new PutRecord(0, record("fact"), new float[] {1, 0}));
        builder.apply(new PutTurn(0, turn("hello"), List.of()));
        builder.apply(new IndexRecord("fact", new long[] {0}));
        builder.apply(new PutHeader(header));
        MemoryView full = builder.view();
        builder.apply(new DeleteRecord(0));
        builder.apply(new DeleteTurn(0));
        MemoryView last = builder.view();

        assertThat(List.of(records(empty), turns(empty))).containsExactly(0L, 0L);
        assertThat(empty.header()).isEqualTo(MemoryHeader.EMPTY);
        assertThat(List.of(records(full), turns(full))).containsExactly(1L, 1L);
        assertThat(full.header()).isEqualTo(header);
        assertThat(List.of(records(last), turns(last))).containsExactly(0L, 0L);
        assertThat(full.bytes()).isGreaterThan(empty.bytes());
    }

    @Test
    void applyingAChangeAgainChangesNothing() {
        for (int times = 0; times < 3; times++) {
            builder.apply(new PutRecord(3, record("fact"), new float[] {1, 0}));
            builder.apply(new PutRecord(3, record("fact"), null));
            builder.apply(new PutTurn(5, turn("hello"), List.of()));
            builder.apply(new DeleteRecord(9));
            builder.apply(new DeleteTurn(9));
        }

        assertThat(List.of(records(builder.view()), turns(builder.view()))).containsExactly(1L, 1L);
    }

    @Test
    void clearDeletesAllAndLetsAnotherDimensionIn() {
        builder.apply(new PutRecord(0, record("fact"), new float[] {1, 0}));
        builder.apply(new PutTurn(0, turn("hello"), List.of()));
        MemoryView before = builder.view();
        builder.apply(new Clear());
        MemoryView cleared = builder.view();
        builder.apply(new PutRecord(1, record("other"), new float[] {1, 0, 0}));

        assertThat(List.of(records(cleared), turns(cleared))).containsExactly(0L, 0L);
        assertThat(records(builder.view())).isEqualTo(1);
        assertThat(records(before)).isEqualTo(1);
    }

    @Test
    void saysWhenMostOfItsTurnsAreRemoved() {
        for (int i = 0; i < 3000; i++) {
            builder.apply(new PutTurn(i, turn("turn " + i), List.of()));
        }
        builder.view();
        assertThat(builder.isMostlyRemoved()).isFalse();
        for (int i = 0; i < 2000; i++) {
            builder.apply(new DeleteTurn(i));
        }
        builder.view();

        assertThat(builder.isMostlyRemoved()).isTrue();
    }
}
