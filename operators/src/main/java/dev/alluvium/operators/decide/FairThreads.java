package dev.alluvium.operators.decide;

import dev.alluvium.state.MemoryId;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks of many memories on few threads, and at most so many of one memory at once: one that
 * brings a thousand does not keep the others waiting. Any thread may bring tasks.
 */
final class FairThreads implements AutoCloseable {

    private final ExecutorService threads;
    private final int perMemory;
    private final Map<MemoryId, Lane> lanes = new HashMap<>();

    FairThreads(int atOnce, int perMemory) {
        this.perMemory = perMemory;
        threads =
                Executors.newFixedThreadPool(
                        atOnce,
                        task -> {
                            Thread thread = new Thread(task, "alluvium-decide");
                            thread.setDaemon(true);
                            return thread;
                        });
    }

    /** The tasks of one memory: how many run, and which wait. */
    private static final class Lane {
        private final Queue<Runnable> waiting = new ArrayDeque<>();
        private int running;
    }

    void execute(MemoryId memory, Runnable task) {
        synchronized (lanes) {
            Lane lane = lanes.computeIfAbsent(memory, id -> new Lane());
            if (lane.running == perMemory) {
                lane.waiting.add(task);
                return;
            }
            lane.running++;
        }
        start(memory, task);
    }

    private void start(MemoryId memory, Runnable task) {
        try {
            threads.execute(
                    () -> {
                        try {
                            task.run();
                        } finally {
                            next(memory);
                        }
                    });
        } catch (RejectedExecutionException e) {
            // Closed: what waits is asked again when the job goes on.
            return;
        }
    }

    private void next(MemoryId memory) {
        Runnable task;
        synchronized (lanes) {
            Lane lane = lanes.get(memory);
            task = lane.waiting.poll();
            if (task == null && --lane.running == 0) {
                lanes.remove(memory);
            }
        }
        if (task != null) {
            start(memory, task);
        }
    }

    /** Interrupts what runs and drops what waits. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
