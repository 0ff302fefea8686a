package dev.alluvium.state.query;

import dev.alluvium.state.store.MemoryRows;

/**
 * A read that touches a bounded number of rows, answered by the memory's owner straight from keyed
 * state: no view need be loaded for it.
 */
public non-sealed interface RowQuery<R> extends Query<R> {

    /** Runs on the owner's thread; must be short and return decoded values. */
    R on(MemoryRows rows);
}
