package dev.alluvium.cli.processes;

import dev.alluvium.cli.processes.JobManagerClient.Job;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Stops a cluster: first who takes requests, then the job after a last checkpoint, then the log.
 * Whatever does not end in order is killed, which costs the next start some of the log to read
 * again and nothing else.
 */
final class Shutdown {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration CHECKPOINT_LIMIT = Duration.ofSeconds(30);

    /** A broker writes out its log, so that the next start has none to check. */
    private static final Duration BROKER_PATIENCE = Duration.ofSeconds(20);

    private final ClusterFiles files;
    private final PrintWriter out;
    private final Ending ending;

    Shutdown(ClusterFiles files, PrintWriter out) {
        this.files = files;
        this.out = out;
        ending = new Ending(files);
    }

    /**
     * Stops all that runs. Returns how many processes that were.
     *
     * @param stopsJob whether the job is to be stopped; else it is ending already
     */
    int run(boolean stopsJob) throws IOException, InterruptedException {
        Map<Member, ProcessFile> running = RunningMembers.of(files);
        end(running, Role.QUERY_API, PATIENCE);
        Optional<Plan> plan = Plan.read(files.plan());
        if (plan.isPresent() && running.containsKey(Member.of(Role.JOBMANAGER))) {
            Map<Member, ProcessFile> jobManager = of(running, Role.JOBMANAGER);
            if (stopsJob) {
                stopJob(new JobManagerClient(plan.get().rest()), jobManager);
            } else {
                ending.await(jobManager, PATIENCE);
            }
        }
        end(running, Role.JOBMANAGER, PATIENCE);
        end(running, Role.TASKMANAGER, PATIENCE);
        end(running, Role.BROKER, BROKER_PATIENCE);
        Files.deleteIfExists(files.plan());
        return running.size();
    }

    private void stopJob(JobManagerClient jobManager, Map<Member, ProcessFile> process)
            throws IOException, InterruptedException {
        try {
            Optional<Job> job = jobManager.job();
            if (job.isEmpty()) {
                return;
            }
            if (job.get().isRunning()) {
                jobManager.takeCheckpoint(job.get(), CHECKPOINT_LIMIT);
            }
            jobManager.cancel(job.get());
            ending.await(process, PATIENCE);
        } catch (IOException e) {
            out.printf(
                    "no last checkpoint could be taken (%s); the next start reads more of the log again%n",
                    e.getMessage());
            out.flush();
        }
    }

    private void end(Map<Member, ProcessFile> running, Role role, Duration patience)
            throws IOException, InterruptedException {
        Map<Member, ProcessFile> ended = of(running, role);
        ending.end(ended, patience);
        ended.keySet().forEach(member -> out.printf("%-14s stopped%n", member.name()));
        out.flush();
    }

    private static Map<Member, ProcessFile> of(Map<Member, ProcessFile> running, Role role) {
        Map<Member, ProcessFile> those = new TreeMap<>(running);
        those.keySet().removeIf(member -> member.role() != role);
        return those;
    }
}
