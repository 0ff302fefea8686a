package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.GarbageCollectionNotificationInfo;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** What is read off the machine and the JVM rather than off the API. */
public final class Measures {

    private static final int MAX_COLLECTIONS = 20;
    private static final long SETTLED_BYTES = 1 << 20;
    private static final long SETTLING_MILLIS = 1_000;

    private Measures() {}

    public static ObjectNode machine() {
        Runtime runtime = Runtime.getRuntime();
        return Json.object()
                .put("cores", runtime.availableProcessors())
                .put("heap_max_mib", runtime.maxMemory() >> 20)
                .put("java", System.getProperty("java.vm.version"))
                .put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"))
                .put(
                        "load_average",
                        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    /**
     * Core time this process has used, in nanoseconds: of all threads, collections and compilers.
     */
    static long coreNanos() {
        return ((com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    public static long bytesUnder(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).mapToLong(Measures::size).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            // Checkpoints come and go meanwhile.
            return 0;
        }
    }

    /**
     * Heap that is still in use after full collections, once they find no more: what a system that
     * was closed leaves behind goes when its last threads have ended.
     */
    static long liveHeap() throws InterruptedException {
        long used = Long.MAX_VALUE;
        for (int round = 0; round < MAX_COLLECTIONS; round++) {
            System.gc();
            long now = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            if (used - now < SETTLED_BYTES) {
                return Math.min(used, now);
            }
            used = now;
            Thread.sleep(SETTLING_MILLIS);
        }
        return used;
    }

    /** The most heap that any collection from now on has left in use. */
    static AtomicLong watchHeap() {
        AtomicLong most = new AtomicLong();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector)
                    .addNotificationListener(
                            (notification, context) -> {
                                var data = (CompositeData) notification.getUserData();
                                long used =
                                        GarbageCollectionNotificationInfo.from(data)
                                                .getGcInfo()
                                                .getMemoryUsageAfterGc()
                                                .values()
                                                .stream()
                                                .mapToLong(MemoryUsage::getUsed)
                                                .sum();
                                most.accumulateAndGet(used, Math::max);
                            },
                            n ->
                                    n.getType()
                                            .equals(
                                                    GarbageCollectionNotificationInfo
                                                            .GARBAGE_COLLECTION_NOTIFICATION),
                            null);
        }
        return most;
    }

    /** The most memory the process ever had resident, in KiB; 0 where the system does not say. */
    static long peakResidentKib() {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
