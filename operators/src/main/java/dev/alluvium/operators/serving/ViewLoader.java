package dev.alluvium.operators.serving;

import dev.alluvium.operators.serving.MemoryOwner.EncodedRows;
import dev.alluvium.operators.serving.MemoryOwner.RowCursor;
import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.change.Change.PutHeader;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.serving.StateUnavailableException;
import dev.alluvium.state.view.ViewBuilder;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads the rows of memories into views, or, where a memory is larger than the budget, into parts
 * that are shown and let go. The operator's thread reads encoded rows, a chunk between records; a
 * searcher's thread decodes and indexes them.
 */
final class ViewLoader {

    /**
     * Parts of a memory that is too large: this share of the budget each, since results and rows
     * need room beside it.
     */
    private static final int PARTS_PER_BUDGET = 4;

    /** Memories whose rows are read at once. */
    private static final int MAX_READINGS = 2;

    private final MemoryOwner owner;
    private final Executor searchers;
    private final long budgetBytes;
    private final Consumer<ServedMemory> loaded;
    private final Consumer<ServedMemory> ended;
    private final ArrayDeque<ServedMemory> toRead = new ArrayDeque<>();
    private int readings;

    /**
     * @param loaded told, on the operator's thread, of each memory whose view has been published
     * @param ended told, on the operator's thread, when a reading has ended without a view
     */
    ViewLoader(
            MemoryOwner owner,
            Executor searchers,
            long budgetBytes,
            Consumer<ServedMemory> loaded,
            Consumer<ServedMemory> ended) {
        this.owner = owner;
        this.searchers = searchers;
        this.budgetBytes = budgetBytes;
        this.loaded = loaded;
        this.ended = ended;
    }

    /**
     * In the order asked for, and a few at a time, since what is being loaded is not in the budget
     * yet.
     */
    void read(ServedMemory reading) {
        reading.startReading();
        toRead.add(reading);
        readNext();
    }

    private void readNext() {
        if (readings < MAX_READINGS && !toRead.isEmpty()) {
            beginReading(toRead.poll());
        }
    }

    private void beginReading(ServedMemory reading) {
        readings++;
        RowCursor cursor = owner.cursor(reading.id());
        if (reading.isTooLarge()) {
            readPart(
                    reading,
                    new PartsPass(
                            cursor,
                            reading.startPass(),
                            partBuilder(reading),
                            budgetBytes / PARTS_PER_BUDGET));
        } else {
            load(reading, cursor);
        }
    }

    private void load(ServedMemory reading, RowCursor cursor) {
        reading.startLoading();
        loadChunk(reading, cursor, owner.newBuilder());
    }

    private void endReading(ServedMemory reading) {
        readings--;
        if (!reading.forView.isEmpty()) {
            read(reading);
        }
        if (!toRead.isEmpty()) {
            later(this::readNext, "read next memory");
        }
    }

    /**
     * Reads the next chunk here, has it decoded and indexed elsewhere, and comes back for the one
     * after.
     */
    private void loadChunk(ServedMemory reading, RowCursor cursor, ViewBuilder builder) {
        if (reading.isOutdated()) {
            load(reading, owner.cursor(reading.id()));
            return;
        }
        EncodedRows rows = cursor.next();
        if (rows == null) {
            finishLoading(reading, builder);
            return;
        }
        elsewhere(
                reading,
                () -> {
                    rows.applyTo(builder);
                    boolean tooLarge = builder.bytes() > budgetBytes;
                    return () -> {
                        if (tooLarge) {
                            reading.dropTooLarge();
                            endReading(reading);
                        } else {
                            loadChunk(reading, cursor, builder);
                        }
                    };
                });
    }

    private void finishLoading(ServedMemory reading, ViewBuilder builder) {
        builder.apply(new PutHeader(header(reading)));
        reading.loaded(builder);
        loaded.accept(reading);
        endReading(reading);
    }

    private void readPart(ServedMemory reading, PartsPass pass) {
        if (reading.isOutdated()) {
            endUnread(
                    reading,
                    new StateUnavailableException(
                            "the memory's vectors were dropped while it was read; ask again"));
            return;
        }
        EncodedRows rows = pass.cursor.next();
        if (rows == null) {
            AppliedPositions applied = header(reading).applied();
            elsewhere(
                    reading,
                    () -> {
                        pass.finish(applied);
                        // Well below the budget, so that it does not go back and forth.
                        boolean fits = pass.bytes() < budgetBytes / 2;
                        return () -> {
                            reading.finishPass(fits);
                            endReading(reading);
                            ended.accept(reading);
                        };
                    });
            return;
        }
        elsewhere(
                reading,
                () -> {
                    boolean full = pass.add(rows);
                    return () -> {
                        if (full) {
                            pass.follow(partBuilder(reading));
                        }
                        readPart(reading, pass);
                    };
                });
    }

    private ViewBuilder partBuilder(ServedMemory reading) {
        ViewBuilder part = owner.newBuilder();
        part.apply(new PutHeader(header(reading)));
        return part;
    }

    /**
     * Runs work on a searcher's thread, then what it returns on the operator's; a failure ends the
     * reading.
     */
    private void elsewhere(ServedMemory reading, Supplier<Runnable> work) {
        searchers.execute(
                () -> {
                    Runnable next;
                    try {
                        next = work.get();
                    } catch (Throwable e) {
                        // Errors too: a memory that seems to be read for ever is never read again.
                        next = () -> failReading(reading, e);
                    }
                    later(next, "load view");
                });
    }

    /** Runs a task on the operator's thread, soon. For any thread. */
    void later(Runnable task, String description) {
        try {
            owner.execute(task, description);
        } catch (RejectedExecutionException e) {
            // The operator has closed, and tells all who wait.
            return;
        }
    }

    private void failReading(ServedMemory reading, Throwable reason) {
        endUnread(
                reading, new IllegalStateException("the memory's rows could not be read", reason));
    }

    private void endUnread(ServedMemory reading, RuntimeException reason) {
        reading.failReading(reason);
        reading.forView.clear();
        reading.drop();
        endReading(reading);
        ended.accept(reading);
    }

    private MemoryHeader header(ServedMemory reading) {
        return owner.read(reading.id(), rows -> rows.header());
    }
}
