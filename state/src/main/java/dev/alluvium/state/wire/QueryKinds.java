package dev.alluvium.state.wire;

import com.fasterxml.jackson.databind.JavaType;
import dev.alluvium.state.query.CompareGraph;
import dev.alluvium.state.query.CountCategories;
import dev.alluvium.state.query.DescribeScope;
import dev.alluvium.state.query.DrawProfile;
import dev.alluvium.state.query.DrawTree;
import dev.alluvium.state.query.ExportGraph;
import dev.alluvium.state.query.ExportRows;
import dev.alluvium.state.query.FindAnswer;
import dev.alluvium.state.query.FindEntities;
import dev.alluvium.state.query.FindNeighbours;
import dev.alluvium.state.query.GetRecord;
import dev.alluvium.state.query.HasFact;
import dev.alluvium.state.query.ListRecords;
import dev.alluvium.state.query.ListTurns;
import dev.alluvium.state.query.OpenNodes;
import dev.alluvium.state.query.Query;
import dev.alluvium.state.query.ReadGraph;
import dev.alluvium.state.query.ReadHeader;
import dev.alluvium.state.query.Recall;
import dev.alluvium.state.query.RecordHistory;
import dev.alluvium.state.query.SearchGraph;
import dev.alluvium.state.query.SearchMemory;
import dev.alluvium.state.query.SearchTurns;
import dev.alluvium.state.query.TellEntityHistory;
import dev.alluvium.state.query.TellFactHistory;
import dev.alluvium.state.query.ViewQuery;
import dev.alluvium.state.store.MemoryRows;
import dev.alluvium.state.view.MemoryView;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The queries that may be asked from another process: a closed list, so that bytes from the network
 * never choose a class.
 */
final class QueryKinds {

    private static final List<Class<? extends Query<?>>> CLASSES =
            List.of(
                    CompareGraph.class,
                    CountCategories.class,
                    DescribeScope.class,
                    DrawProfile.class,
                    DrawTree.class,
                    ExportGraph.class,
                    ExportRows.class,
                    FindAnswer.class,
                    FindEntities.class,
                    FindNeighbours.class,
                    GetRecord.class,
                    HasFact.class,
                    ListRecords.class,
                    ListTurns.class,
                    OpenNodes.class,
                    ReadGraph.class,
                    ReadHeader.class,
                    Recall.class,
                    RecordHistory.class,
                    SearchGraph.class,
                    SearchMemory.class,
                    SearchTurns.class,
                    TellEntityHistory.class,
                    TellFactHistory.class);

    private static final Map<String, QueryKind> BY_NAME =
            CLASSES.stream()
                    .map(QueryKinds::kind)
                    .collect(Collectors.toUnmodifiableMap(QueryKind::name, Function.identity()));

    private QueryKinds() {}

    /** A kind of query and the type of its answer. */
    record QueryKind(String name, Class<? extends Query<?>> type, JavaType answer) {}

    static QueryKind of(Query<?> query) {
        return named(query.getClass().getSimpleName());
    }

    static QueryKind named(String name) {
        QueryKind kind = BY_NAME.get(name);
        if (kind == null) {
            throw new IllegalArgumentException(
                    "unknown query \""
                            + name
                            + "\"; the asker is of another release than the owner of the memory");
        }
        return kind;
    }

    private static QueryKind kind(Class<? extends Query<?>> type) {
        Class<?> read =
                ViewQuery.class.isAssignableFrom(type) ? MemoryView.class : MemoryRows.class;
        try {
            return new QueryKind(
                    type.getSimpleName(),
                    type,
                    WireMapper.CBOR.constructType(
                            type.getMethod("on", read).getGenericReturnType()));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type + " reads neither a view nor rows", e);
        }
    }
}
