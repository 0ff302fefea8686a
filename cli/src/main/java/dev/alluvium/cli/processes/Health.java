package dev.alluvium.cli.processes;

import dev.alluvium.cli.processes.JobManagerClient.Job;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks the processes of a cluster how they are. */
final class Health {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final ClusterFiles files;
    private final Plan plan;
    private final JobManagerClient jobManager;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

    Health(ClusterFiles files, Plan plan) {
        this.files = files;
        this.plan = plan;
        jobManager = new JobManagerClient(plan.rest());
    }

    /**
     * How one process is.
     *
     * @param pid its id; null if it does not run
     * @param healthy whether it runs and does what it is for
     * @param detail what it says of itself
     */
    record Report(Member member, Long pid, boolean healthy, String detail) {}

    /** All processes of the plan, in the order in which they are started. */
    List<Report> reports() throws IOException, InterruptedException {
        List<Report> reports = new ArrayList<>();
        for (Member member : plan.members()) {
            Optional<ProcessFile> process = RunningMembers.of(files, member);
            reports.add(
                    process.isPresent()
                            ? report(member, process.get().pid())
                            : new Report(member, null, false, "does not run"));
        }
        return reports;
    }

    private Report report(Member member, long pid) throws InterruptedException {
        try {
            return switch (member.role()) {
                case BROKER -> broker(member, pid);
                case JOBMANAGER -> jobManager(member, pid);
                case TASKMANAGER -> {
                    boolean registered = jobManager.taskManagers().contains(member.name());
                    yield new Report(
                            member, pid, registered, registered ? "registered" : "not registered");
                }
                case QUERY_API -> queryApi(member, pid);
            };
        } catch (IOException e) {
            return new Report(member, pid, false, "no answer");
        }
    }

    private Report broker(Member member, long pid) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress("127.0.0.1", plan.kafkaPort()), (int) TIMEOUT.toMillis());
            return new Report(member, pid, true, "listens");
        }
    }

    private Report jobManager(Member member, long pid) throws IOException, InterruptedException {
        Optional<Job> found = jobManager.job();
        if (found.isEmpty()) {
            return new Report(member, pid, false, "no job yet");
        }
        Job job = found.get();
        String tasks =
                "job %s, %d of %d tasks run".formatted(job.state(), job.running(), job.tasks());
        if (!job.isRunning()) {
            return new Report(member, pid, false, tasks);
        }
        String checkpoint =
                jobManager
                        .checkpoint(job)
                        .map(path -> ", " + path.substring(path.lastIndexOf('/') + 1))
                        .orElse("");
        return new Report(member, pid, true, tasks + checkpoint);
    }

    private Report queryApi(Member member, long pid) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(plan.api(member.number()) + "/readyz"))
                        .timeout(TIMEOUT)
                        .build();
        int status = http.send(request, BodyHandlers.discarding()).statusCode();
        return new Report(member, pid, status == 200, status == 200 ? "ready" : "not ready");
    }
}
