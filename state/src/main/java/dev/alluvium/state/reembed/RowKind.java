package dev.alluvium.state.reembed;

import java.util.Locale;

/** The kinds of rows that have vectors, in the order in which a memory is embedded anew. */
public enum RowKind {
    RECORDS,
    FACTS,
    TURNS;

    /** Its name in the log. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of this name; throws {@link IllegalArgumentException} where there is none. */
    public static RowKind of(String key) {
        for (RowKind kind : values()) {
            if (kind.key().equals(key)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(
                "\"" + key + "\" is no kind of rows; known: records, facts, turns");
    }

    /** The one after; null after the last. */
    public RowKind next() {
        return this == TURNS ? null : values()[ordinal() + 1];
    }
}
