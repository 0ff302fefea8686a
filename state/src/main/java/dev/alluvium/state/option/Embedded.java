package dev.alluvium.state.option;

import java.io.Serializable;

/**
 * Which texts have vectors beside those of records, which always have one where there is an
 * embedder at all.
 *
 * @param turns what was said in conversations
 * @param facts observations and relations of the graph
 */
public record Embedded(boolean turns, boolean facts) implements Serializable {

    /** Records only. */
    public static final Embedded RECORDS = new Embedded(false, false);

    /** Turns too. */
    public static final Embedded TURNS = new Embedded(true, false);

    /** Facts too. */
    public static final Embedded FACTS = new Embedded(false, true);
}
