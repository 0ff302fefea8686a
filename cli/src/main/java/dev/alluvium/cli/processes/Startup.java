package dev.alluvium.cli.processes;

import dev.alluvium.cli.processes.Health.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Starts what of a cluster does not run, and waits until all of it serves. If that fails, what was
 * started here is stopped again, and what ran before goes on.
 */
final class Startup {

    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);
    private static final int SHOWN_LINES = 15;

    private final ClusterFiles files;
    private final Plan plan;
    private final Starter starter;
    private final PrintWriter out;
    private final Map<Member, Process> started = new TreeMap<>();
    private boolean abandoned;

    Startup(ClusterFiles files, Plan plan, Starter starter, PrintWriter out) {
        this.files = files;
        this.plan = plan;
        this.starter = starter;
        this.out = out;
    }

    /**
     * Starts and waits; on failure nothing of what was started is left.
     *
     * @throws IllegalStateException if a process ends or the cluster is not ready in time; the
     *     message has the last lines that were printed
     */
    void run() throws IOException, InterruptedException {
        // Ctrl-C ends this program through its hooks.
        Thread abandon = new Thread(this::abandon, "alluvium-abandon");
        Runtime.getRuntime().addShutdownHook(abandon);
        boolean ready = false;
        try {
            for (Member member : plan.members()) {
                start(member);
            }
            awaitReady();
            ready = true;
        } finally {
            if (remove(abandon) && !ready) {
                abandon();
            }
        }
    }

    private static boolean remove(Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is ending, and the hook does its work.
            return false;
        }
    }

    private synchronized void start(Member member) throws IOException {
        if (abandoned) {
            throw new IllegalStateException("stopped while starting");
        }
        if (RunningMembers.of(files, member).isPresent()) {
            out.printf("%-14s runs already%n", member.name());
        } else {
            started.put(member, starter.start(member));
        }
        out.flush();
    }

    private void awaitReady() throws IOException, InterruptedException {
        Health health = new Health(files, plan);
        Set<Member> told = new HashSet<>();
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            failIfOneEnded();
            List<Report> reports = health.reports();
            for (Report report : reports) {
                if (report.healthy() && told.add(report.member())) {
                    out.printf("%-14s %s%n", report.member().name(), plan.address(report.member()));
                    out.flush();
                }
            }
            if (reports.stream().allMatch(Report::healthy)) {
                return;
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(notReady(reports));
            }
            Thread.sleep(POLL.toMillis());
        }
    }

    private void failIfOneEnded() throws IOException {
        synchronized (this) {
            if (abandoned) {
                throw new IllegalStateException("stopped while starting");
            }
        }
        for (Map.Entry<Member, Process> entry : started.entrySet()) {
            if (!entry.getValue().isAlive()) {
                throw new IllegalStateException(
                        "%s ended with code %d while starting; its last lines in %s:%n%s"
                                .formatted(
                                        entry.getKey().name(),
                                        entry.getValue().exitValue(),
                                        files.log(entry.getKey()),
                                        lastLines(entry.getKey())));
            }
        }
    }

    private String notReady(List<Report> reports) {
        StringBuilder text =
                new StringBuilder("not ready after " + LIMIT.toMinutes() + " minutes:");
        for (Report report : reports) {
            if (!report.healthy()) {
                text.append(
                        " %s (%s), see %s;"
                                .formatted(
                                        report.member().name(),
                                        report.detail(),
                                        files.log(report.member())));
            }
        }
        return text.substring(0, text.length() - 1);
    }

    private String lastLines(Member member) throws IOException {
        List<String> lines =
                new String(Files.readAllBytes(files.log(member)), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
        return String.join(
                System.lineSeparator(),
                lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
    }

    /** Stops what was started here; nothing more is started afterwards. */
    private synchronized void abandon() {
        abandoned = true;
        Map<Member, ProcessFile> processes = new TreeMap<>();
        try {
            started.forEach(
                    (member, process) -> processes.put(member, ProcessFile.of(process.toHandle())));
            new Ending(files).end(processes, STOP_PATIENCE);
            if (RunningMembers.of(files).isEmpty()) {
                Files.deleteIfExists(files.plan());
            }
        } catch (IOException e) {
            out.println("what was started could not be cleared up: " + e.getMessage());
            out.flush();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
