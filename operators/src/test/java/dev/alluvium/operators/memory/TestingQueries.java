package dev.alluvium.operators.memory;

import dev.alluvium.state.query.ViewQuery;
import dev.alluvium.state.recall.RecordFilter;
import dev.alluvium.state.view.MemoryView;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Queries whose answers tests compare. */
public final class TestingQueries {

    private static final RecordFilter ALL = new RecordFilter(null, null, null, true, null, null);

    /** How many current records a view shows. */
    public static final ViewQuery<Long> COUNT =
            new ViewQuery<>() {
                @Override
                public Long on(MemoryView view) {
                    return view.records().list(ALL, 1, null).total();
                }

                @Override
                public Long merge(Long one, Long other) {
                    return one + other;
                }
            };

    /** The contents of all current records and turns, sorted. */
    public static final ViewQuery<List<String>> CONTENTS =
            new ViewQuery<>() {
                @Override
                public List<String> on(MemoryView view) {
                    return sorted(
                            view.records().list(ALL, 100_000, null).records().stream()
                                    .map(record -> record.id() + ": " + record.content()),
                            view.turns().list(null, null, null, 100_000, null).turns().stream()
                                    .map(turn -> turn.id() + ": " + turn.content()));
                }

                @Override
                public List<String> merge(List<String> one, List<String> other) {
                    return sorted(one.stream(), other.stream());
                }
            };

    private TestingQueries() {}

    private static List<String> sorted(Stream<String> one, Stream<String> other) {
        List<String> all = Stream.concat(one, other).sorted().toList();
        if (new TreeSet<>(all).size() != all.size()) {
            throw new IllegalStateException("a row is there twice: " + all);
        }
        return all;
    }
}
