package dev.alluvium.query.ingest;

import dev.alluvium.query.log.AppendFailedException;
import dev.alluvium.query.log.CommandLog;
import dev.alluvium.query.read.Barriers;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.command.Command;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * The appends of one import, many under way at once, bounded by their size. The import's thread
 * appends and waits; the log's thread completes.
 */
final class Appends {

    private static final int UNIT_BYTES = 1024;
    private static final int MAX_UNITS = 32 * 1024;

    private final CommandLog log;
    private final Barriers barriers;
    private final Semaphore room = new Semaphore(MAX_UNITS);
    private final Map<MemoryId, Position> last = new ConcurrentHashMap<>();
    private final Map<Integer, Position> byPartition = new ConcurrentHashMap<>();
    private volatile Position latest;
    private volatile Throwable failure;

    Appends(CommandLog log, Barriers barriers) {
        this.log = log;
        this.barriers = barriers;
    }

    /** Appends when there is room; throws if an append before failed. */
    void append(Command command, int bytes) {
        int units = Math.min(MAX_UNITS, bytes / UNIT_BYTES + 1);
        acquire(units);
        check();
        log.append(command)
                .whenComplete(
                        (position, thrown) -> {
                            if (thrown != null) {
                                failure = thrown;
                            } else {
                                note(command.memory(), position);
                            }
                            room.release(units);
                        });
    }

    /** Waits until the log has everything. */
    void await() {
        acquire(MAX_UNITS);
        room.release(MAX_UNITS);
        check();
    }

    /** The last position of each memory since this was last asked; forgets them. */
    Map<MemoryId, Position> takeTouched() {
        Map<MemoryId, Position> taken = new TreeMap<>(last);
        last.clear();
        return taken;
    }

    int touched() {
        return last.size();
    }

    /** The position acknowledged last, or null. */
    Position latest() {
        return latest;
    }

    /** The last position of each partition written to. */
    Map<Integer, Position> byPartition() {
        return new TreeMap<>(byPartition);
    }

    private void note(MemoryId memory, Position position) {
        barriers.appended(memory, position);
        last.merge(memory, position, Appends::later);
        byPartition.merge(position.partition(), position, Appends::later);
        latest = position;
    }

    private void acquire(int units) {
        try {
            room.acquire(units);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppendFailedException("the server is stopping; repeat the import", e);
        }
    }

    private void check() {
        Throwable thrown = failure;
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        if (thrown != null) {
            throw new AppendFailedException("the log failed", thrown);
        }
    }

    private static Position later(Position one, Position other) {
        return one.partition() == other.partition() && one.offset() > other.offset() ? one : other;
    }
}
