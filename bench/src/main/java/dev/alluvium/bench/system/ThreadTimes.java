package dev.alluvium.bench.system;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;

/**
 * What each kind of thread has used of the cores since this was made: exact where samples are few,
 * and the same on a busy machine as on an idle one.
 */
final class ThreadTimes {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Map<Long, Long> before = new HashMap<>();

    ThreadTimes() {
        for (long id : THREADS.getAllThreadIds()) {
            before.put(id, THREADS.getThreadCpuTime(id));
        }
    }

    void print(int most) {
        Map<String, Double> millis = new HashMap<>();
        for (long id : THREADS.getAllThreadIds()) {
            ThreadInfo thread = THREADS.getThreadInfo(id);
            if (thread != null) {
                long nanos = THREADS.getThreadCpuTime(id) - before.getOrDefault(id, 0L);
                millis.merge(
                        thread.getThreadName().replaceAll("[0-9]+", "#"), nanos / 1e6, Double::sum);
            }
        }
        Progress.say("  threads, by time on a core:");
        millis.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(most)
                .forEach(e -> Progress.say("  %7.0f ms  %s", e.getValue(), e.getKey()));
    }
}
