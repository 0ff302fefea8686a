package dev.alluvium.cli.processes;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Ends processes: asks, waits for as long as it was told, then kills. */
final class Ending {

    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration KILL_LIMIT = Duration.ofSeconds(5);

    private final ClusterFiles files;

    Ending(ClusterFiles files) {
        this.files = files;
    }

    /** Asks all of them at once to end, and returns when none runs. */
    void end(Map<Member, ProcessFile> processes, Duration patience)
            throws IOException, InterruptedException {
        processes.values().forEach(process -> process.running().ifPresent(ProcessHandle::destroy));
        await(processes, patience);
    }

    /**
     * Waits for processes that are ending; those that have not ended by then are killed.
     *
     * @throws IllegalStateException if one survives that
     */
    void await(Map<Member, ProcessFile> processes, Duration patience)
            throws IOException, InterruptedException {
        Map<Member, ProcessFile> left = new TreeMap<>(processes);
        poll(left, patience);
        left.values()
                .forEach(process -> process.running().ifPresent(ProcessHandle::destroyForcibly));
        poll(left, KILL_LIMIT);
        if (!left.isEmpty()) {
            throw new IllegalStateException(
                    "still running although killed: "
                            + left.values().stream().map(ProcessFile::pid).toList());
        }
    }

    private void poll(Map<Member, ProcessFile> left, Duration patience)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            for (Member member : left.keySet().toArray(Member[]::new)) {
                if (left.get(member).running().isEmpty()) {
                    left.remove(member);
                    Files.deleteIfExists(files.process(member));
                }
            }
            if (left.isEmpty() || System.nanoTime() > deadline) {
                return;
            }
            Thread.sleep(POLL.toMillis());
        }
    }
}
