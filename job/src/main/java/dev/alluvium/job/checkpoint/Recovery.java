package dev.alluvium.job.checkpoint;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
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

    private Recovery(RetainedCheckpoints checkpoints) {
        this.checkpoints = checkpoints;
    }

    /** Recovery from the cluster's checkpoint directory; empty where none is configured. */
    public static Optional<Recovery> of(ReadableConfig cluster, String operatorUid) {
        return cluster.getOptional(CheckpointingOptions.CHECKPOINTS_DIRECTORY)
                .map(
                        directory ->
                                new Recovery(
                                        RetainedCheckpoints.in(new Path(directory), operatorUid)));
    }

    /**
     * Makes the job of an environment start from the newest complete checkpoint, unless it was told
     * where to start. NO_CLAIM: it owes the old checkpoint nothing after its own first one, so that
     * can then be deleted.
     */
    public void prepare(StreamExecutionEnvironment environment) throws IOException {
        Optional<String> told =
                environment.getConfiguration().getOptional(StateRecoveryOptions.SAVEPOINT_PATH);
        if (told.isPresent()) {
            LOG.info("starting from {}, as told", told.get());
            return;
        }
        Optional<Path> newest = checkpoints.newest();
        LOG.info(
                "starting {}",
                newest.map(path -> "from checkpoint " + path)
                        .orElse("without a checkpoint, from the beginning of the log"));
        newest.ifPresent(path -> environment.configure(from(path)));
    }

    /** Told by configuration, because what a graph says of this is lost when it is submitted. */
    private static Configuration from(Path checkpoint) {
        Configuration configuration = new Configuration();
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, checkpoint.toString());
        configuration.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.NO_CLAIM);
        return configuration;
    }

    /**
     * Deletes the checkpoints of earlier jobs once this one no longer needs them, on a thread of
     * its own for as long as the job and this process live.
     */
    public void forgetOlder(JobClient job) {
        Thread thread = new Thread(() -> forgetOlderWhenTime(job), "alluvium-older-checkpoints");
        thread.setDaemon(true);
        thread.start();
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
        }
    }
}
