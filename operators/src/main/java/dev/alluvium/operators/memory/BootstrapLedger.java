package dev.alluvium.operators.memory;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What a bootstrap in this JVM has done so far. Its tasks find it by name; Flink neither counts for
 * them nor tells of their failures. For any thread.
 */
public final class BootstrapLedger {

    /** Refused commands that are kept with their reasons; the others are only counted. */
    private static final int MAX_KEPT = 100;

    private static final Map<String, BootstrapLedger> ALL = new ConcurrentHashMap<>();

    private final AtomicLong commandsRead = new AtomicLong();
    private final AtomicLong commandsApplied = new AtomicLong();
    private final AtomicLong rowsApplied = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final List<String> reasons = new CopyOnWriteArrayList<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private BootstrapLedger() {}

    public static BootstrapLedger of(String name) {
        return ALL.computeIfAbsent(name, unknown -> new BootstrapLedger());
    }

    public static void remove(String name) {
        ALL.remove(name);
    }

    /** A command was read from its source. */
    public void read() {
        commandsRead.incrementAndGet();
    }

    /** A row of a source can be no part of a command. */
    public void rejected() {
        rejected.incrementAndGet();
    }

    void applied(int rows) {
        commandsApplied.incrementAndGet();
        rowsApplied.addAndGet(rows);
    }

    void refused(String reason) {
        commandsApplied.incrementAndGet();
        if (refused.incrementAndGet() <= MAX_KEPT) {
            reasons.add(reason);
        }
    }

    /** Nothing that is written from now on can be used. */
    public void failed(Throwable reason) {
        failure.compareAndSet(null, reason);
    }

    /** The first failure, or null. */
    public Throwable failure() {
        return failure.get();
    }

    public long commandsRead() {
        return commandsRead.get();
    }

    /** Commands that are done with, those refused among them. */
    public long commandsApplied() {
        return commandsApplied.get();
    }

    public long rowsApplied() {
        return rowsApplied.get();
    }

    public long rowsRejected() {
        return rejected.get();
    }

    /** Commands that the rules of memory refused as a whole. */
    public long refused() {
        return refused.get();
    }

    /** Why the first of them were refused. */
    public List<String> reasons() {
        return List.copyOf(reasons);
    }
}
