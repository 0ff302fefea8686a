package dev.alluvium.operators.serving;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Keeps the views of a subtask within a budget of bytes: the least recently read are let go. For
 * the operator's thread.
 */
final class ViewBudget {

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
     * Lets views go until the rest fits; a view that is too large all alone is marked so. Gives
     * those let go.
     */
    List<ServedMemory> keep(Collection<ServedMemory> memories) {
        List<ServedMemory> gone = new ArrayList<>();
        while (bytes > maxBytes) {
            ServedMemory oldest = null;
            int loaded = 0;
            for (ServedMemory memory : memories) {
                if (memory.isLoaded()) {
                    loaded++;
                    if (oldest == null || memory.lastRead() - oldest.lastRead() < 0) {
                        oldest = memory;
                    }
                }
            }
            if (oldest == null) {
                return gone;
            }
            bytes -= oldest.bytes();
            if (loaded == 1) {
                oldest.dropTooLarge();
            } else {
                oldest.drop();
            }
            gone.add(oldest);
        }
        return gone;
    }
}
