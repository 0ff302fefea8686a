package dev.alluvium.query.read;

import dev.alluvium.query.log.CommandLog;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.command.Touch;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to the log, in batches, which records were recalled, so that {@code last_accessed} changes
 * without a write for each read. Bounded: what does not fit until the next flush is not noted.
 * Readers' threads note, one thread of its own flushes.
 */
public final class AccessRecorder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AccessRecorder.class);
    private static final int MAX_MEMORIES = 10_000;
    private static final int MAX_IDS = 5_000;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final CommandLog log;
    private final ScheduledExecutorService timer;
    private Map<MemoryId, Set<String>> noted = new LinkedHashMap<>();

    /**
     * @param interval between flushes; zero turns the recorder off
     */
    public AccessRecorder(CommandLog log, Duration interval) {
        this.log = log;
        if (interval.isZero()) {
            timer = null;
            return;
        }
        timer =
                Executors.newSingleThreadScheduledExecutor(
                        task -> {
                            Thread thread = new Thread(task, "alluvium-access-recorder");
                            thread.setDaemon(true);
                            return thread;
                        });
        timer.scheduleWithFixedDelay(
                this::flushQuietly,
                interval.toMillis(),
                interval.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    public synchronized void recalled(MemoryId memory, List<String> ids) {
        if (timer == null || ids.isEmpty()) {
            return;
        }
        Set<String> of = noted.get(memory);
        if (of == null) {
            if (noted.size() >= MAX_MEMORIES) {
                return;
            }
            of = new LinkedHashSet<>();
            noted.put(memory, of);
        }
        for (String id : ids) {
            if (of.size() >= MAX_IDS) {
                return;
            }
            of.add(id);
        }
    }

    /** Flushes what is noted and waits, shortly, for the log to have it. */
    @Override
    public void close() {
        if (timer == null) {
            return;
        }
        timer.shutdownNow();
        try {
            flush().get(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.warn("the last accesses were not written: {}", e.toString());
        }
    }

    private void flushQuietly() {
        try {
            flush();
        } catch (RuntimeException e) {
            LOG.warn("accesses were not written: {}", e.toString());
        }
    }

    private CompletableFuture<Void> flush() {
        Map<MemoryId, Set<String>> batch = take();
        Instant now = Instant.now();
        return CompletableFuture.allOf(
                batch.entrySet().stream()
                        .map(
                                e ->
                                        log.append(
                                                new Touch(
                                                        e.getKey(),
                                                        null,
                                                        List.copyOf(e.getValue()),
                                                        now)))
                        .toArray(CompletableFuture<?>[]::new));
    }

    private synchronized Map<MemoryId, Set<String>> take() {
        Map<MemoryId, Set<String>> taken = noted;
        noted = new LinkedHashMap<>();
        return taken;
    }
}
