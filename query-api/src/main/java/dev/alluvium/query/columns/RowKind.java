package dev.alluvium.query.columns;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a row of columns is, and which columns it may have. */
public enum RowKind {
    RECORD(
            column("id", Shape.TEXT),
            column("content", Shape.TEXT),
            column("scope", Shape.TEXT),
            column("categories", Shape.TEXTS),
            column("metadata", Shape.MAP),
            column("importance", Shape.NUMBER),
            column("source", Shape.TEXT),
            column("private", Shape.FLAG),
            column("created_at", Shape.TIME),
            column("valid_from", Shape.TIME),
            column("valid_to", Shape.TIME),
            column("vector", Shape.VECTOR)),
    TURN(
            column("id", Shape.TEXT),
            column("session", Shape.TEXT),
            column("author", Shape.TEXT),
            column("content", Shape.TEXT),
            column("at", Shape.TIME),
            column("metadata", Shape.MAP),
            column("vector", Shape.VECTOR),
            column("pair_vector", Shape.VECTOR));

    /** Columns that say whose a row is and what, beside its fields. */
    static final List<String> OF_ALL = List.of("app", "user", "kind");

    private final Map<String, Shape> columns = new LinkedHashMap<>();

    @SafeVarargs
    RowKind(Map.Entry<String, Shape>... columns) {
        for (Map.Entry<String, Shape> column : columns) {
            this.columns.put(column.getKey(), column.getValue());
        }
    }

    /** The kind named {@code record} or {@code turn}; the plural is taken, too. */
    public static RowKind of(String name) {
        for (RowKind kind : values()) {
            if (name.equals(kind.member()) || name.equals(kind.member() + "s")) {
                return kind;
            }
        }
        throw new IllegalArgumentException("kind \"" + name + "\" is not record or turn");
    }

    /** The member of an import's line that holds one. */
    public String member() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The columns by name, in the order in which they are written. */
    public Map<String, Shape> columns() {
        return Collections.unmodifiableMap(columns);
    }

    /** The kind that only can have columns of these names; null where both can or none. */
    static RowKind having(Set<String> names) {
        boolean isRecord = RECORD.isToldBy(names, TURN);
        boolean isTurn = TURN.isToldBy(names, RECORD);
        return isRecord == isTurn ? null : isRecord ? RECORD : TURN;
    }

    /** The shape of a column of either kind, or null. */
    static Shape shapeOf(String name) {
        if (OF_ALL.contains(name)) {
            return Shape.TEXT;
        }
        Shape ofRecord = RECORD.columns.get(name);
        return ofRecord == null ? TURN.columns.get(name) : ofRecord;
    }

    static Set<String> allColumns() {
        Set<String> names = new TreeSet<>(OF_ALL);
        names.addAll(RECORD.columns.keySet());
        names.addAll(TURN.columns.keySet());
        return names;
    }

    private boolean isToldBy(Set<String> names, RowKind other) {
        return names.stream()
                .anyMatch(name -> columns.containsKey(name) && !other.columns.containsKey(name));
    }

    private static Map.Entry<String, Shape> column(String name, Shape shape) {
        return Map.entry(name, shape);
    }
}
