package dev.alluvium.state.query;

import dev.alluvium.state.view.MemoryView;

/**
 * A read that searches or scans, answered from a published view on the asking thread. A memory too
 * large for one view is read as several partial views, whose results are merged.
 */
public non-sealed interface ViewQuery<R> extends Query<R> {

    R on(MemoryView view);

    /** The result over two disjoint parts of a memory. */
    R merge(R one, R other);
}
