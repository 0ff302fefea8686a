package dev.alluvium.bench.capacity;

import dev.alluvium.bench.cluster.ClusterProcess;
import dev.alluvium.bench.cluster.RemoteHeap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The heaps of all TaskManagers together. */
final class Heaps implements AutoCloseable {

    private static final int COLLECTIONS = 2;

    private final List<RemoteHeap> heaps = new ArrayList<>();

    Heaps(List<ClusterProcess> processes) throws IOException {
        for (ClusterProcess process : processes) {
            if (process.isTaskManager()) {
                heaps.add(RemoteHeap.of(process.pid()));
            }
        }
    }

    /** Bytes in use after collections, of which the first may leave what only references hold. */
    long live() {
        long bytes = 0;
        for (RemoteHeap heap : heaps) {
            long least = Long.MAX_VALUE;
            for (int i = 0; i < COLLECTIONS; i++) {
                least = Math.min(least, heap.liveBytes());
            }
            bytes += least;
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        for (RemoteHeap heap : heaps) {
            heap.close();
        }
    }
}
