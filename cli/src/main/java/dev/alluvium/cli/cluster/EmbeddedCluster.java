package dev.alluvium.cli.cluster;

import dev.alluvium.job.MemoryJob;
import dev.alluvium.job.checkpoint.RetainedCheckpoints;
import dev.alluvium.job.checkpoint.Savepoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Flink cluster in this JVM that runs one job and carries its state from one process to the next.
 *
 * <p>A submitted job starts from the newest complete checkpoint that lies in the checkpoint
 * directory, whoever wrote it. Once it has a checkpoint of its own, the older jobs' files are
 * deleted. {@link #close()} takes a last checkpoint, so that a clean restart reads hardly any of
 * the log again; a process that is killed loses nothing either, it only reads more.
 *
 * <p>The owner calls {@link #submit} and {@link #close()} from one thread; everything else may be
 * called from any.
 */
public final class EmbeddedCluster implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedCluster.class);
    private static final Duration LAST_CHECKPOINT_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(20);

    private final ClusterSettings settings;
    private final MiniCluster flink;
    private final RetainedCheckpoints checkpoints;
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private volatile RunningJob job;
    private volatile boolean closing;

    private EmbeddedCluster(ClusterSettings settings, MiniCluster flink) {
        this.settings = settings;
        this.flink = flink;
        this.checkpoints =
                RetainedCheckpoints.in(
                        new org.apache.flink.core.fs.Path(settings.checkpoints().toUri()));
    }

    /**
     * Starts the cluster without a job; its working directories are emptied first.
     *
     * @throws IllegalStateException if it does not come up; nothing is left running
     */
    public static EmbeddedCluster start(ClusterSettings settings) {
        try {
            Files.createDirectories(settings.checkpoints());
            WorkingFiles.empty(settings.rocksdb());
            WorkingFiles.empty(settings.temporary());
            MiniCluster flink =
                    new MiniCluster(
                            new MiniClusterConfiguration.Builder()
                                    .setConfiguration(settings.configuration())
                                    .setNumTaskManagers(1)
                                    .setNumSlotsPerTaskManager(settings.slots())
                                    .withRandomPorts()
                                    .build());
            flink.start();
            return new EmbeddedCluster(settings, flink);
        } catch (Exception e) {
            throw new IllegalStateException(
                    "the Flink cluster could not start: " + e.getMessage(), e);
        }
    }

    /**
     * A new environment to build the job's graph in, with the state and checkpoint settings of this
     * cluster.
     */
    public StreamExecutionEnvironment environment() {
        return new StreamExecutionEnvironment(settings.configuration());
    }

    /** As {@link #submit(StreamGraph, Optional)}, from nothing when there is no checkpoint. */
    public Optional<Path> submit(StreamGraph graph) {
        return submit(graph, Optional.empty());
    }

    /**
     * Starts the job from the newest complete checkpoint.
     *
     * @param otherwise the savepoint it starts from where there is no checkpoint yet
     * @return what it starts from
     * @throws IllegalStateException if the cluster refuses it, or already has a job
     */
    public Optional<Path> submit(StreamGraph graph, Optional<Path> otherwise) {
        if (job != null) {
            throw new IllegalStateException(
                    "this cluster already runs job %s: start another cluster".formatted(job.id()));
        }
        try {
            Optional<Path> start =
                    checkpoints
                            .newest()
                            .map(path -> Path.of(path.toUri()))
                            .or(() -> otherwise.map(EmbeddedCluster::savepoint));
            RunningJob submitted = RunningJob.submit(flink, graph, start);
            submitted.end().thenAccept(this::jobEnded);
            job = submitted;
            submitted.afterFirstCheckpoint(this::forgetOlderJobs);
            return start;
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the checkpoints in %s could not be read: %s"
                            .formatted(settings.checkpoints(), e.getMessage()),
                    e);
        }
    }

    private static Path savepoint(Path directory) {
        Path folder = directory.toAbsolutePath().normalize();
        try {
            Savepoint.at(folder.toUri().toString(), MemoryJob.MEMORY_UID);
            return folder;
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the savepoint %s could not be read: %s".formatted(folder, e.getMessage()), e);
        }
    }

    private void jobEnded(Throwable reason) {
        if (!closing) {
            failure.complete(reason);
        }
    }

    private void forgetOlderJobs() {
        try {
            checkpoints.deleteAllBut(job.id());
        } catch (IOException e) {
            // They cost disk and nothing else; the next start tries again.
            LOG.warn("checkpoints of an earlier run could not be deleted: {}", e.getMessage());
        }
    }

    /**
     * Waits until every task of the job runs.
     *
     * @throws IllegalStateException if it has not come that far in time, or never will; the message
     *     has the reason
     */
    public void awaitRunning(Duration timeout) throws InterruptedException {
        submitted().awaitRunning(timeout);
    }

    /** Takes a checkpoint now; completes with its path. */
    public CompletableFuture<String> triggerCheckpoint() {
        return flink.triggerCheckpoint(submitted().id());
    }

    /** How often the job has been restarted after a failure, since it was submitted. */
    public int restarts() {
        return submitted().restarts();
    }

    /**
     * Completes, never exceptionally, when the job has ended for good although nobody closed the
     * cluster.
     */
    public CompletableFuture<Throwable> failure() {
        return failure;
    }

    private RunningJob submitted() {
        RunningJob current = job;
        if (current == null) {
            throw new IllegalStateException("this cluster has no job yet: submit one first");
        }
        return current;
    }

    /**
     * Takes a last checkpoint if the job runs, then stops everything; bounded, and safe to call
     * twice.
     */
    @Override
    public void close() {
        if (job != null && !closing && !job.end().isDone()) {
            takeLastCheckpoint();
            cancelJob();
        }
        stop();
    }

    private void takeLastCheckpoint() {
        try {
            triggerCheckpoint().get(LAST_CHECKPOINT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn(
                    "no last checkpoint could be taken; the next start reads more of the log again: {}",
                    RunningJob.reason(e));
        }
    }

    /**
     * Without this the tasks would be torn from under the job, and each would log that as a
     * failure.
     */
    private void cancelJob() {
        closing = true;
        try {
            job.cancel(SHUTDOWN_TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("the job did not end in order: {}", RunningJob.reason(e));
        }
    }

    /** Stops everything as it stands: what is left on disk is what a kill leaves. */
    void stop() {
        closing = true;
        if (job != null) {
            job.close();
        }
        try {
            flink.closeAsync().get(SHUTDOWN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("the Flink cluster did not stop in order: {}", RunningJob.reason(e));
        }
    }
}
