package dev.alluvium.job.checkpoint;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a job that is started anew continue where the one before it was, on a cluster without high
 * availability: whoever restarts a JobManager need not know that there are checkpoints.
 */
public final class Recovery {

    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
    private static final Duration POLL = Duration.ofSeconds(5);

    private final RetainedCheckpoints checkpoints;
    private final String operatorUid;
    private Optional<String> told = Optional.empty();
    private boolean claims;

    private Recovery(RetainedCheckpoints checkpoints, String operatorUid) {
        this.checkpoints = checkpoints;
        this.operatorUid = operatorUid;
    }

    /** Recovery from the cluster's checkpoint directory; empty where none is configured. */
    public static Optional<Recovery> of(ReadableConfig cluster, String operatorUid) {
        return cluster.getOptional(CheckpointingOptions.CHECKPOINTS_DIRECTORY)
                .map(
                        directory ->
                                new Recovery(
                                        RetainedCheckpoints.in(new Path(directory), operatorUid),
                                        operatorUid));
    }

    /**
     * Makes the job of an environment start from the newest complete checkpoint, unless it was told
     * where to start. NO_CLAIM: it owes the old checkpoint nothing after its own first one, so that
     * can then be deleted.
     *
     * <p>What it was told holds for the start, not for every restart with the same words: once a
     * job that started there has a checkpoint of its own, that is where the next one continues.
     *
     * @throws IllegalArgumentException if what it was told to start from is no savepoint of this
     *     job
     * @throws IllegalStateException if a later start would go back behind what it was told
     */
    public void prepare(StreamExecutionEnvironment environment) throws IOException {
        ReadableConfig configuration = environment.getConfiguration();
        told = configuration.getOptional(StateRecoveryOptions.SAVEPOINT_PATH);
        Optional<Path> newest = checkpoints.newest();
        if (told.isEmpty() || startedAsTold(newest)) {
            LOG.info(
                    "starting {}",
                    newest.map(path -> "from checkpoint " + path)
                            .orElse("without a checkpoint, from the beginning of the log"));
            newest.ifPresent(path -> environment.configure(from(path)));
        } else {
            LOG.info("starting from {}, as told", told.get());
            check(told.get(), isHighlyAvailable(configuration));
            claims =
                    configuration.get(StateRecoveryOptions.RESTORE_MODE)
                            != RecoveryClaimMode.NO_CLAIM;
        }
    }

    /** Whether Flink itself knows the newest checkpoint, and prefers it. */
    private static boolean isHighlyAvailable(ReadableConfig configuration) {
        return !configuration.get(HighAvailabilityOptions.HA_MODE).equalsIgnoreCase("none");
    }

    private boolean startedAsTold(Optional<Path> newest) throws IOException {
        return newest.isPresent() && checkpoints.start(newest.get()).equals(told);
    }

    private void check(String path, boolean newestIsKnown) throws IOException {
        Savepoint savepoint;
        try {
            savepoint = Savepoint.at(path, operatorUid);
        } catch (IOException e) {
            LOG.warn("{} cannot be looked at from here: {}", path, e.getMessage());
            return;
        }
        LOG.info(
                "taken at parallelism {} of at most {}",
                savepoint.parallelism(),
                savepoint.maxParallelism());
        Optional<Path> newer = newestIsKnown ? Optional.empty() : checkpoints.newerThan(savepoint);
        if (newer.isPresent()) {
            throw new IllegalStateException(
                    ("%s was taken after %s: the next start without a path would continue from it, not from what this job makes of the savepoint."
                                    + " To go back to the savepoint, move %s away first; to go on from the newest state, give no path")
                            .formatted(newer.get(), path, newer.get().getParent()));
        }
    }

    /** Told by configuration, because what a graph says of this is lost when it is submitted. */
    private static Configuration from(Path checkpoint) {
        Configuration configuration = new Configuration();
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, checkpoint.toString());
        configuration.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.NO_CLAIM);
        return configuration;
    }

    /**
     * Notes where the job was told to start, and deletes the checkpoints of earlier jobs once this
     * one no longer needs them, on a thread of its own for as long as the job and this process
     * live.
     */
    public void submitted(JobClient job) {
        told.ifPresent(path -> note(job.getJobID(), path));
        if (claims) {
            // It took over what an earlier job wrote, and refers to it for ever.
            return;
        }
        Thread thread = new Thread(() -> forgetOlderWhenTime(job), "alluvium-older-checkpoints");
        thread.setDaemon(true);
        thread.start();
    }

    private void note(JobID job, String path) {
        try {
            checkpoints.noteStart(job, path);
        } catch (IOException e) {
            LOG.warn(
                    "start the job without a path next time, since it cannot be noted that it started from {}: {}",
                    path,
                    e.getMessage());
        }
    }

    private void forgetOlderWhenTime(JobClient job) {
        try {
            Path first = null;
            while (runs(job)) {
                Optional<Path> newest = checkpoints.newest(job.getJobID());
                if (first == null) {
                    first = newest.orElse(null);
                } else if (!newest.equals(Optional.of(first))) {
                    // A second one is begun only after the first is what a failure would restore.
                    checkpoints.deleteAllBut(job.getJobID());
                    return;
                }
                TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
            }
        } catch (IOException e) {
            // They cost disk and nothing else; the next start tries again.
            LOG.warn("checkpoints of an earlier job could not be deleted: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean runs(JobClient job) throws InterruptedException {
        try {
            return !job.getJobStatus().get().isGloballyTerminalState();
        } catch (ExecutionException e) {
            return false;
        } catch (RuntimeException e) {
            // Who submitted it detached has left it alone by now, and closed what the client needs.
            return false;
        }
    }
}
