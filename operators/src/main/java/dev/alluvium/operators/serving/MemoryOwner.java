package dev.alluvium.operators.serving;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.store.MemoryRows;
import dev.alluvium.state.view.ViewBuilder;
import java.util.function.Function;

/**
 * What the serving side needs of the operator that owns the memories. Everything but {@link
 * #execute} is for the operator's thread alone.
 */
public interface MemoryOwner {

    /**
     * Runs a task on the operator's thread, between records. Throws {@link
     * java.util.concurrent.RejectedExecutionException} once the operator has closed.
     */
    void execute(Runnable task, String description);

    /** Reads rows of a memory; the function must not keep them. */
    <R> R read(MemoryId memory, Function<MemoryRows, R> reading);

    /**
     * A cursor over all rows of a memory, which stays usable while records are processed in
     * between.
     */
    RowCursor cursor(MemoryId memory);

    /** An empty builder, as this job's options want it. */
    ViewBuilder newBuilder();

    /** Reads the rows of a memory chunk by chunk. */
    interface RowCursor {

        /**
         * The next rows, still encoded, or null at the end. Reading takes a bounded time; decoding,
         * which takes longer, is left to another thread.
         */
        EncodedRows next();
    }

    /** Rows as bytes, which any one thread may apply to a builder. */
    interface EncodedRows {
        void applyTo(ViewBuilder builder);

        /** Whether a part of the memory must not end behind these rows. */
        default boolean belongWithNext() {
            return false;
        }
    }
}
