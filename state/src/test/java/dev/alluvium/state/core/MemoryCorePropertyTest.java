package dev.alluvium.state.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.change.Change.PutHeader;
import dev.alluvium.state.change.Change.PutRecord;
import dev.alluvium.state.change.Change.PutTurn;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.Remember;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.recall.RecordFilter;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.record.RecordDraft;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;
import dev.alluvium.state.view.MemoryView;
import dev.alluvium.state.view.ViewBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What holds whatever commands a memory has seen. */
class MemoryCorePropertyTest {

    private static final TextAnalyzer ANALYZER = new TextAnalyzer();
    private static final RecordFilter ALL = new RecordFilter(null, null, null, true, null, null);

    @Property(tries = 150)
    void rowsAndTheirIndexesAgree(@ForAll long seed) {
        TestingMemory memory = new TestingMemory();
        Random random = new Random(seed);
        for (int i = 0; i < 60; i++) {
            memory.pass(Duration.ofMillis(random.nextInt(3))).apply(Scripts.command(random));
            assertConsistent(memory.rows());
        }
    }

    private static void assertConsistent(TestingRows rows) {
        MemoryHeader header = rows.header();
        List<MemoryRecord> current =
                rows.records.values().stream().filter(r -> r.knownTo() == null).toList();
        assertThat(header.records()).isEqualTo(current.size()).isEqualTo(rows.versions.size());
        assertThat(header.turns()).isEqualTo(rows.turns.size()).isEqualTo(rows.turnRows.size());
        TreeMap<Long, String> indexed = new TreeMap<>();
        rows.versions.forEach(
                (id, ordinals) -> {
                    assertThat(ordinals).isNotEmpty().isSorted();
                    Arrays.stream(ordinals).forEach(o -> indexed.put(o, id));
                    for (int i = 0; i < ordinals.length; i++) {
                        MemoryRecord version = rows.record(ordinals[i]);
                        assertThat(version.id()).isEqualTo(id);
                        assertThat(version.version()).isEqualTo(i + 1);
                        assertThat(version.knownTo())
                                .as("a version ends where the next begins")
                                .isEqualTo(
                                        i == ordinals.length - 1
                                                ? null
                                                : rows.record(ordinals[i + 1]).knownFrom());
                    }
                });
        assertThat(indexed.keySet()).isEqualTo(rows.records.keySet());
        assertThat(rows.records.keySet()).containsAll(rows.vectors.keySet());
        TreeMap<Long, String> printed = new TreeMap<>();
        rows.fingerprints.forEach(
                (print, ordinals) -> Arrays.stream(ordinals).forEach(o -> printed.put(o, print)));
        TreeMap<Long, String> expected = new TreeMap<>();
        rows.records.forEach(
                (ordinal, record) -> {
                    if (record.knownTo() == null) {
                        expected.put(ordinal, Draft.fingerprint(record.content()));
                    }
                });
        assertThat(printed).isEqualTo(expected);
        rows.turnRows.forEach((key, row) -> assertThat(rows.turn(row).id()).isEqualTo(key));
        rows.turns
                .keySet()
                .forEach(o -> assertThat(o).isBetween(header.firstTurn(), header.nextTurn()));
    }

    @Property(tries = 60)
    void replayOfTheLogGivesTheSameRowsAndAnswers(@ForAll long seed) {
        TestingMemory one = new TestingMemory();
        TestingMemory other = new TestingMemory();
        List<CommandOutcome> first = run(one, seed);

        assertThat(run(other, seed)).isEqualTo(first);
        assertThat(other.rows().records).isEqualTo(one.rows().records);
        assertThat(other.rows().turns).isEqualTo(one.rows().turns);
        assertThat(other.rows().header()).isEqualTo(one.rows().header());
    }

    private static List<CommandOutcome> run(TestingMemory memory, long seed) {
        Random random = new Random(seed);
        List<CommandOutcome> outcomes = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            outcomes.add(memory.apply(Scripts.command(random)));
        }
        return outcomes;
    }

    @Property(tries = 100)
    void howRecordsAreBatchedDoesNotChangeWhatIsKept(@ForAll long seed) {
        Random random = new Random(seed);
        TestingMemory single = new TestingMemory();
        TestingMemory batched = new TestingMemory();
        List<RecordDraft> drafts = Scripts.drafts(random, 24);
        // A vector of another dimension refuses its whole batch.
        drafts.removeIf(draft -> draft.vector() != null && draft.vector().length != 3);
        drafts.forEach(draft -> single.apply(remember(List.of(draft))));
        for (int from = 0; from < drafts.size(); ) {
            int to = Math.min(drafts.size(), from + 1 + random.nextInt(8));
            batched.apply(remember(drafts.subList(from, to)));
            from = to;
        }

        assertThat(batched.contents()).isEqualTo(single.contents());
        assertNoTwoAlike(batched.records());
    }

    private static Command remember(List<RecordDraft> drafts) {
        return new Remember(TestingMemory.ID, null, drafts);
    }

    private static void assertNoTwoAlike(List<MemoryRecord> records) {
        for (int i = 0; i < records.size(); i++) {
            for (int k = i + 1; k < records.size(); k++) {
                MemoryRecord one = records.get(i);
                MemoryRecord later = records.get(k);
                boolean comparable =
                        later.scope().contains(one.scope())
                                && Objects.equals(one.source(), later.source())
                                && !one.isPrivate();
                assertThat(
                                comparable
                                        && Draft.fingerprint(one.content())
                                                .equals(Draft.fingerprint(later.content())))
                        .as("%s and %s", one, later)
                        .isFalse();
            }
        }
    }

    @Property(tries = 60)
    void viewMadeOfChangesIsTheViewMadeOfRows(@ForAll long seed) {
        TestingMemory memory = new TestingMemory();
        Random random = new Random(seed);
        ViewBuilder followed = new ViewBuilder(CosineCalibration.identity(), ANALYZER);
        for (int i = 0; i < 60; i++) {
            memory.apply(Scripts.command(random));
            memory.lastChanges().forEach(followed::apply);
        }
        ViewBuilder loaded = new ViewBuilder(CosineCalibration.identity(), ANALYZER);
        TestingRows rows = memory.rows();
        rows.records.forEach((o, record) -> loaded.apply(new PutRecord(o, record, rows.vector(o))));
        rows.turns.forEach(
                (o, turn) -> loaded.apply(new PutTurn(o, turn, rows.turnVectors.get(o))));
        loaded.apply(new PutHeader(rows.header()));

        MemoryView one = followed.view();
        MemoryView other = loaded.view();
        assertThat(one.header()).isEqualTo(other.header());
        assertThat(one.records().list(ALL, 1000, null))
                .isEqualTo(other.records().list(ALL, 1000, null));
        assertThat(one.turns().list(null, null, null, 1000, null))
                .isEqualTo(other.turns().list(null, null, null, 1000, null));
        assertThat(one.records().list(ALL, 1000, null).records())
                .extracting(MemoryRecord::id)
                .containsExactlyInAnyOrderElementsOf(
                        memory.records().stream()
                                .map(MemoryRecord::id)
                                .collect(Collectors.toList()));
    }
}
