package dev.alluvium.query.ingest;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.command.Command;

/** Rows of one memory and one kind on their way to become one command. */
abstract class Group {

    private static final int MAX_BYTES = 1024 * 1024;

    private final MemoryId memory;
    private int bytes;

    Group(MemoryId memory) {
        this.memory = memory;
    }

    /** Whether the row may join: of this kind, room for it, and its order is kept. */
    final boolean takes(ImportItem item, int rowBytes) {
        return (bytes == 0 || bytes + rowBytes <= MAX_BYTES) && fits(item);
    }

    final void add(ImportItem item, int rowBytes) {
        put(item);
        bytes += rowBytes;
    }

    final MemoryId memory() {
        return memory;
    }

    /** The size of the rows as they were read. */
    final int bytes() {
        return bytes;
    }

    /** Whether an item of any kind has its place here. */
    abstract boolean fits(ImportItem item);

    /** Adds an item that fits. */
    abstract void put(ImportItem item);

    abstract Command command(String idempotencyKey);
}
