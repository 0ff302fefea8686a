package dev.alluvium.operators.serving;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.change.Change;
import dev.alluvium.state.change.Change.Clear;
import dev.alluvium.state.change.Change.DropVectors;
import dev.alluvium.state.view.MemoryView;
import dev.alluvium.state.view.ViewBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * One memory that is being read. Readers see only {@link #view()}; everything else belongs to the
 * operator's thread.
 */
final class ServedMemory {

    private final MemoryId id;
    private volatile MemoryView view;
    private volatile long lastRead = System.nanoTime();

    /** Reads that wait for a position. */
    final List<Waiter<?>> forPosition = new ArrayList<>();

    /** Reads that wait for the view to be loaded, or for the next pass over the parts. */
    final List<Waiter<?>> forView = new ArrayList<>();

    /** Reads that the present pass over the parts answers. Replaced, never changed. */
    private List<Waiter<?>> inPass = List.of();

    private ViewBuilder builder;
    private List<Change> missed;
    private boolean tooLarge;
    private boolean reading;
    private boolean outdated;
    private long bytes;

    ServedMemory(MemoryId id) {
        this.id = id;
    }

    MemoryId id() {
        return id;
    }

    /** The newest view, or null while none is loaded. For any thread. */
    MemoryView view() {
        return view;
    }

    /** Notes a read. For any thread. */
    void touched() {
        lastRead = System.nanoTime();
    }

    long lastRead() {
        return lastRead;
    }

    /**
     * Applies a command's changes and publishes the next view; while rows are being read, keeps
     * them for later.
     */
    void apply(List<Change> changes) {
        outdated |= reading && changes.stream().anyMatch(ServedMemory::endsVectors);
        if (missed != null) {
            missed.addAll(changes);
        } else if (builder != null) {
            changes.forEach(builder::apply);
            publish();
        }
    }

    /** Its rows are to be read, at once or when it is its turn. */
    void startReading() {
        reading = true;
    }

    /** Whether vectors of another dimension or model may follow. */
    private static boolean endsVectors(Change change) {
        return change instanceof DropVectors || change instanceof Clear;
    }

    /** Rows begin to be read into a builder; changes from now on are missed by it. */
    void startLoading() {
        outdated = false;
        missed = new ArrayList<>();
    }

    /** Rows begin to be read in parts, for those who wait by now. */
    List<Waiter<?>> startPass() {
        outdated = false;
        inPass = List.copyOf(forView);
        forView.clear();
        return inPass;
    }

    /**
     * All parts were read.
     *
     * @param fits whether the memory has become small enough for a view
     */
    void finishPass(boolean fits) {
        inPass = List.of();
        reading = false;
        tooLarge = !fits;
    }

    /** Nobody who waits will be answered. */
    void fail(RuntimeException reason) {
        forPosition.forEach(waiter -> waiter.fail(reason));
        failReading(reason);
    }

    /** Nobody who waits for rows to be read will be answered. */
    void failReading(RuntimeException reason) {
        inPass.forEach(waiter -> waiter.fail(reason));
        forView.forEach(waiter -> waiter.fail(reason));
    }

    /** The rows are read: what was missed is applied and the view published. */
    void loaded(ViewBuilder ready) {
        builder = ready;
        missed.forEach(builder::apply);
        missed = null;
        reading = false;
        publish();
    }

    /** The memory does not fit the budget: it is read in parts from now on. */
    void dropTooLarge() {
        tooLarge = true;
        drop();
    }

    /** Lets the view or what is read of it go; the next read begins anew. */
    void drop() {
        inPass = List.of();
        builder = null;
        missed = null;
        reading = false;
        view = null;
        bytes = 0;
    }

    /** Whether rows that were read cannot stand beside those that are read from now on. */
    boolean isOutdated() {
        return outdated;
    }

    boolean isTooLarge() {
        return tooLarge;
    }

    /** Whether most of what its columns hold was removed: a view loaded anew would be smaller. */
    boolean isMostlyRemoved() {
        return builder != null && builder.isMostlyRemoved();
    }

    boolean isLoaded() {
        return builder != null;
    }

    /** Whether its rows are being read, into a view or in parts. */
    boolean isReading() {
        return reading;
    }

    boolean isIdle() {
        return builder == null
                && !reading
                && !tooLarge
                && forPosition.isEmpty()
                && forView.isEmpty();
    }

    long bytes() {
        return bytes;
    }

    private void publish() {
        MemoryView next = builder.view();
        bytes = next.bytes();
        view = next;
    }
}
