package dev.alluvium.operators.serving;

import dev.alluvium.operators.serving.MemoryOwner.EncodedRows;
import dev.alluvium.operators.serving.MemoryOwner.RowCursor;
import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.view.MemoryView;
import dev.alluvium.state.view.ViewBuilder;
import java.util.List;

/**
 * One reading of a memory that is larger than the views' budget: part after part is built, shown to
 * all who wait and let go. Used by one thread after another.
 */
final class PartsPass {

    final RowCursor cursor;
    private final List<Waiter<?>> waiters;
    private final long maxPartBytes;
    private ViewBuilder part;
    private long shown;

    PartsPass(RowCursor cursor, List<Waiter<?>> waiters, ViewBuilder first, long maxPartBytes) {
        this.cursor = cursor;
        this.waiters = waiters;
        this.part = first;
        this.maxPartBytes = maxPartBytes;
    }

    /**
     * Adds rows to the part; whether it is full, has been shown and must be followed by a new one.
     */
    boolean add(EncodedRows rows) {
        rows.applyTo(part);
        if (part.bytes() <= maxPartBytes || rows.belongWithNext()) {
            return false;
        }
        show();
        return true;
    }

    void follow(ViewBuilder next) {
        part = next;
    }

    /** Shows the last part; answers all who wait. */
    void finish(AppliedPositions applied) {
        show();
        waiters.forEach(waiter -> waiter.finishParts(applied));
    }

    /** Bytes of all parts shown. */
    long bytes() {
        return shown;
    }

    private void show() {
        MemoryView view = part.view();
        shown += view.bytes();
        waiters.forEach(waiter -> waiter.addPart(view));
    }
}
