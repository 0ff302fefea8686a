package dev.alluvium.cli.processes;

import dev.alluvium.cli.processes.JobManagerClient.Job;
import dev.alluvium.cli.processes.JobManagerClient.Taken;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;

/** Has a savepoint taken, and tells how it goes. */
final class SavepointTaking {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration TOLD_EVERY = Duration.ofSeconds(2);

    private final JobManagerClient jobManager;
    private final PrintWriter out;

    private SavepointTaking(JobManagerClient jobManager, PrintWriter out) {
        this.jobManager = jobManager;
        this.out = out;
    }

    /**
     * Of a cluster that runs.
     *
     * @throws IllegalStateException if none does
     */
    static SavepointTaking of(ClusterFiles files, PrintWriter out) throws IOException {
        Plan plan =
                Plan.read(files.plan())
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "no cluster runs on %s, so no savepoint can be taken: alluvium cluster up starts one"
                                                        .formatted(files.data())));
        return new SavepointTaking(new JobManagerClient(plan.rest()), out);
    }

    /**
     * The job, which must run: only then can a savepoint be taken.
     *
     * @throws IllegalStateException if it does not
     */
    private Job runningJob() throws InterruptedException {
        String state;
        try {
            Job job = jobManager.job().orElse(null);
            if (job != null && job.isRunning()) {
                return job;
            }
            state =
                    job == null
                            ? "there is no job yet"
                            : "the job is %s, %d of %d tasks run"
                                    .formatted(job.state(), job.running(), job.tasks());
        } catch (IOException e) {
            state = "the JobManager does not answer";
        }
        throw new IllegalStateException(
                "no savepoint can be taken, since %s: alluvium cluster status tells more, and alluvium cluster up starts what has died"
                        .formatted(state));
    }

    /**
     * Takes one and waits for it, however long it takes.
     *
     * @param end whether the job ends with it
     * @return where it lies
     * @throws IllegalStateException if the job does not run, or it fails; the job goes on then
     */
    Path take(Path target, boolean end) throws IOException, InterruptedException {
        Job job = runningJob();
        Path folder = target.toAbsolutePath().normalize();
        long begin = System.nanoTime();
        String request = jobManager.startSavepoint(job, folder, end);
        long told = begin;
        while (true) {
            Taken taken = jobManager.savepoint(job, request);
            if (taken.failure() != null) {
                throw new IllegalStateException(
                        "the savepoint in %s failed (%s); the job goes on. The JobManager's log says why"
                                .formatted(folder, taken.failure()));
            }
            if (taken.path() != null) {
                out.printf("savepoint      %s after %.1f s%n", taken.path(), seconds(begin));
                out.flush();
                return taken.path();
            }
            if (System.nanoTime() - told > TOLD_EVERY.toNanos()) {
                told = System.nanoTime();
                out.printf(
                        "savepoint      %s, %.0f s%n",
                        jobManager.progress(job).orElse("waiting"), seconds(begin));
                out.flush();
            }
            Thread.sleep(POLL.toMillis());
        }
    }

    private static double seconds(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }
}
