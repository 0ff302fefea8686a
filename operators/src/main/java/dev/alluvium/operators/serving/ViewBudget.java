package dev.alluvium.operators.serving;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Keeps the views of a subtask within a budget of bytes: the least recently read are let go. For
 * the operator's thread.
 */
final class ViewBudget {

    /** One part in so many is made free at once. */
    private static final int ROOM_SHARE = 16;

    private final long maxBytes;
    private long bytes;

    ViewBudget(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** A view has grown or shrunk. */
    void changed(long before, long now) {
        bytes += now - before;
    }

    /** Lets a view go; the next read loads it anew. */
    void drop(ServedMemory memory) {
        bytes -= memory.bytes();
        memory.drop();
    }

    /**
     * Lets views go where there are too many, until they fit with some room for the next ones, so
     * that not each of many small views has to be looked at for each that comes; a view that is too
     * large all alone is marked so. Gives those let go.
     */
    List<ServedMemory> keep(Collection<ServedMemory> memories) {
        if (bytes <= maxBytes) {
            return List.of();
        }
        Deque<ServedMemory> loaded = new ArrayDeque<>(oldestFirst(memories));
        List<ServedMemory> gone = new ArrayList<>();
        while (bytes > maxBytes - maxBytes / ROOM_SHARE && loaded.size() > 1) {
            gone.add(loaded.peek());
            drop(loaded.poll());
        }
        if (bytes > maxBytes && !loaded.isEmpty()) {
            ServedMemory last = loaded.poll();
            bytes -= last.bytes();
            last.dropTooLarge();
            gone.add(last);
        }
        return gone;
    }

    /** By the time of their last read, which readers move on meanwhile. */
    private static List<ServedMemory> oldestFirst(Collection<ServedMemory> memories) {
        long now = System.nanoTime();
        record Aged(ServedMemory memory, long nanos) {}
        return memories.stream()
                .filter(ServedMemory::isLoaded)
                .map(memory -> new Aged(memory, now - memory.lastRead()))
                .sorted(Comparator.comparingLong(Aged::nanos).reversed())
                .map(Aged::memory)
                .toList();
    }
}
