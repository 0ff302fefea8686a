package dev.alluvium.state.recall;

import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.scope.ScopeInfo;
import dev.alluvium.state.scope.ScopeNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What a memory's reads should answer, said as plainly as possible: a map of rows, and loops. */
final class Model {

    /** A row and its vector, or null. */
    record Row(MemoryRecord record, float[] vector) {}

    final Map<Long, Row> rows = new TreeMap<>();

    void put(long ordinal, MemoryRecord record, float[] vector) {
        Row known = rows.get(ordinal);
        rows.put(ordinal, new Row(record, vector == null && known != null ? known.vector : vector));
    }

    List<Row> seen(RecordFilter filter, Scope path) {
        return rows.values().stream().filter(row -> isSeen(row.record, filter, path)).toList();
    }

    private static boolean isSeen(MemoryRecord record, RecordFilter filter, Scope path) {
        return path.contains(record.scope())
                && filter.scopes().stream().anyMatch(scope -> scope.contains(record.scope()))
                && (filter.categories() == null
                        || record.categories().stream().anyMatch(filter.categories()::contains))
                && (filter.source() == null || filter.source().equals(record.source()))
                && record.visibleTo(filter.source(), filter.includePrivate())
                && record.holdsAt(filter.asOf(), filter.knownAt());
    }

    List<MemoryRecord> list(RecordFilter filter) {
        return seen(filter, Scope.ROOT).stream().map(Row::record).sorted(RecordPage.ORDER).toList();
    }

    Map<String, Long> categories(RecordFilter filter, Scope path) {
        Map<String, Long> counts = new TreeMap<>();
        for (Row row : seen(filter, path)) {
            row.record.categories().forEach(name -> counts.merge(name, 1L, Long::sum));
        }
        return counts;
    }

    ScopeInfo info(RecordFilter filter, Scope path) {
        List<MemoryRecord> records = seen(filter, path).stream().map(Row::record).toList();
        List<MemoryRecord> byAge =
                records.stream().sorted(Comparator.comparing(MemoryRecord::createdAt)).toList();
        return new ScopeInfo(
                path,
                records.size(),
                List.copyOf(categories(filter, path).keySet()),
                byAge.isEmpty() ? null : byAge.get(0).createdAt(),
                byAge.isEmpty() ? null : byAge.get(byAge.size() - 1).createdAt(),
                children(filter, path));
    }

    List<Scope> children(RecordFilter filter, Scope path) {
        return below(filter, path).stream()
                .filter(scope -> scope.depth() == path.depth() + 1)
                .toList();
    }

    /** Every scope below, those that only lead to others among them. */
    private TreeSet<Scope> below(RecordFilter filter, Scope path) {
        TreeSet<Scope> below = new TreeSet<>();
        for (Row row : seen(filter, path)) {
            for (Scope at = row.record.scope(); !at.equals(path); at = at.parent()) {
                below.add(at);
            }
        }
        return below;
    }

    ScopeNode tree(RecordFilter filter, Scope path, int maxDepth) {
        List<ScopeNode> nodes = new ArrayList<>();
        if (maxDepth > 0) {
            children(filter, path).forEach(child -> nodes.add(tree(filter, child, maxDepth - 1)));
        }
        return new ScopeNode(
                path,
                seen(filter, path).size(),
                nodes,
                maxDepth > 0 ? 0 : below(filter, path).size());
    }

    /** The score of each seen record, given how relevant it is. */
    Map<String, Double> scores(
            RecallRequest request, RecordFilter filter, ToDoubleFunction<Row> relevance) {
        Map<String, Double> scores = new TreeMap<>();
        for (Row row : seen(filter, Scope.ROOT)) {
            MemoryRecord record = row.record;
            double age =
                    Duration.between(record.createdAt(), request.now()).toMillis() / 86_400_000.0;
            scores.put(
                    record.id(),
                    0.5 * relevance.applyAsDouble(row)
                            + 0.3 * Math.pow(0.5, Math.max(0, age) / 30)
                            + 0.2 * record.importance());
        }
        return scores;
    }

    static double similarity(float[] one, float[] other) {
        if (other == null) {
            return 0;
        }
        double cosine = 0;
        for (int i = 0; i < one.length; i++) {
            cosine += (double) one[i] * other[i];
        }
        return 1 / (1 + 2 - 2 * Math.max(-1, Math.min(1, cosine)));
    }

    /** BM25 over the rows that are there, divided by the score of the query itself. */
    ToDoubleFunction<Row> lexical(
            List<List<String>> query, Function<String, List<String>> analysis) {
        double k1 = 0.9;
        double b = 0.4;
        List<List<String>> documents =
                rows.values().stream().map(row -> analysis.apply(row.record.content())).toList();
        double average = documents.stream().mapToInt(List::size).average().orElse(1);
        List<Double> idf = new ArrayList<>();
        double ideal = 0;
        for (List<String> forms : query) {
            Set<String> wanted = new HashSet<>(forms);
            long having =
                    documents.stream().filter(d -> d.stream().anyMatch(wanted::contains)).count();
            idf.add(Math.log(1 + (documents.size() - having + 0.5) / (having + 0.5)));
            ideal +=
                    idf.get(idf.size() - 1)
                            * (k1 + 1)
                            / (1 + k1 * (1 - b + b * query.size() / average));
        }
        double best = ideal;
        return row -> {
            List<String> document = analysis.apply(row.record.content());
            double sum = 0;
            for (int i = 0; i < query.size(); i++) {
                long most = 0;
                for (String form : query.get(i)) {
                    most = Math.max(most, document.stream().filter(form::equals).count());
                }
                sum +=
                        idf.get(i)
                                * most
                                * (k1 + 1)
                                / (most + k1 * (1 - b + b * document.size() / average));
            }
            return Math.min(1, sum / best);
        };
    }
}
