package dev.alluvium.state.scope;

import java.util.List;

/**
 * What part of a memory a caller sees and writes, and under which names: all of it, one branch read
 * as if it were the root, or several branches at once. Pure path algebra; whoever reads or writes
 * for a caller passes every path through it, both ways.
 */
public sealed interface Confinement permits Whole, Rooted, Slice {

    /** The whole memory. */
    Confinement WHOLE = new Whole();

    /**
     * The branches a read covers.
     *
     * @param asked the scopes the caller names, in the caller's names; null or empty for all
     * @throws OutsideViewException if one of them lies outside
     */
    List<Scope> reads(List<Scope> asked);

    /**
     * The one place a read starts from, such as the top of a tree; null for the top of the view.
     *
     * @throws OutsideViewException if it lies outside
     */
    Scope start(Scope asked);

    /**
     * Where a write goes.
     *
     * @param asked the scope the caller names, or null where none is named
     * @return the absolute scope, or null where none is named and none is needed
     * @throws OutsideViewException if the view does not permit the write
     */
    Scope writes(Scope asked);

    /**
     * Checks that the view permits changes to what it sees.
     *
     * @throws OutsideViewException if it is read-only
     */
    void requireWritable();

    /** Whether something at this absolute scope is visible. */
    boolean sees(Scope scope);

    /** An absolute, visible scope as the caller knows it. */
    Scope shown(Scope scope);

    /** Whether the view is the whole memory, with what has no scope. */
    default boolean isWhole() {
        return false;
    }
}
