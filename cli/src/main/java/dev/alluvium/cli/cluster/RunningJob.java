package dev.alluvium.cli.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.util.ExceptionUtils;

/** The one job of an {@link EmbeddedCluster}, and what can be asked about it. */
final class RunningJob implements AutoCloseable {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration CHECKPOINT_POLL = Duration.ofSeconds(1);

    private final MiniCluster flink;
    private final JobID id;
    private final Optional<Path> start;
    private final CompletableFuture<Throwable> end;
    private final CountDownLatch closed = new CountDownLatch(1);

    private RunningJob(MiniCluster flink, JobID id, Optional<Path> start) {
        this.flink = flink;
        this.id = id;
        this.start = start;
        this.end = flink.requestJobResult(id).handle(RunningJob::endOf);
    }

    /**
     * NO_CLAIM: the new job owes the old checkpoint nothing after its own first one, so that can
     * then be deleted.
     */
    static RunningJob submit(MiniCluster flink, StreamGraph graph, Optional<Path> start) {
        graph.setSavepointRestoreSettings(
                start.map(
                                path ->
                                        SavepointRestoreSettings.forPath(
                                                path.toUri().toString(),
                                                false,
                                                RecoveryClaimMode.NO_CLAIM))
                        .orElseGet(SavepointRestoreSettings::none));
        JobID id = await(flink.submitJob(graph), "the job was refused").getJobID();
        return new RunningJob(flink, id, start);
    }

    JobID id() {
        return id;
    }

    /** Completes, never exceptionally, with the reason why the job will not run any more. */
    CompletableFuture<Throwable> end() {
        return end;
    }

    private static Throwable endOf(JobResult result, Throwable unanswered) {
        if (unanswered != null) {
            return ExceptionUtils.stripCompletionException(unanswered);
        }
        Optional<Throwable> error =
                result.getSerializedThrowable()
                        .map(
                                serialized ->
                                        serialized.deserializeError(
                                                RunningJob.class.getClassLoader()));
        return error.orElseGet(
                () ->
                        new IllegalStateException(
                                "the job ended with status " + result.getApplicationStatus()));
    }

    void awaitRunning(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            if (end.isDone()) {
                throw new IllegalStateException(
                        "the job failed to start%s: %s"
                                .formatted(
                                        start.map(path -> " from checkpoint " + path).orElse(""),
                                        reason(end.join())),
                        end.join());
            }
            AccessExecutionGraph graph = graph();
            if (allRunning(graph)) {
                return;
            }
            if (System.nanoTime() >= deadline) {
                throw new IllegalStateException(
                        "the job does not run after %s (state %s)%s"
                                .formatted(timeout, graph.getState(), lastFailure(graph)));
            }
            closed.await(POLL.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static boolean allRunning(AccessExecutionGraph graph) {
        boolean any = false;
        for (AccessExecutionVertex vertex : graph.getAllExecutionVertices()) {
            if (vertex.getExecutionState() != ExecutionState.RUNNING) {
                return false;
            }
            any = true;
        }
        return any;
    }

    private static String lastFailure(AccessExecutionGraph graph) {
        return graph.getFailureInfo() == null
                ? ""
                : ": "
                        + graph.getFailureInfo()
                                .getExceptionAsString()
                                .lines()
                                .findFirst()
                                .orElse("");
    }

    /** The number of attempts grows by one with each restart of the region that holds the task. */
    int restarts() {
        int restarts = 0;
        for (AccessExecutionVertex vertex : graph().getAllExecutionVertices()) {
            restarts = Math.max(restarts, vertex.getCurrentExecutionAttempt().getAttemptNumber());
        }
        return restarts;
    }

    /**
     * Runs an action on a thread of its own once the job has completed a checkpoint. The count is
     * Flink's, not the files': it moves only after recovery would use that checkpoint.
     */
    void afterFirstCheckpoint(Runnable action) {
        Thread watcher =
                new Thread(
                        () -> {
                            try {
                                while (!closed.await(
                                                CHECKPOINT_POLL.toMillis(), TimeUnit.MILLISECONDS)
                                        && !end.isDone()) {
                                    if (hasCheckpoint()) {
                                        action.run();
                                        return;
                                    }
                                }
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "first-checkpoint-watcher");
        watcher.setDaemon(true);
        watcher.start();
    }

    private boolean hasCheckpoint() {
        try {
            var checkpoints = graph().getCheckpointStatsSnapshot();
            return checkpoints != null
                    && checkpoints.getCounts().getNumberOfCompletedCheckpoints() > 0;
        } catch (IllegalStateException e) {
            // No answer is no checkpoint: the job is starting, restarting or about to be closed.
            return false;
        }
    }

    private AccessExecutionGraph graph() {
        return await(flink.getExecutionGraph(id), "the state of the job is not known");
    }

    private static <T> T await(CompletableFuture<T> future, String otherwise) {
        try {
            return future.get(CALL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(otherwise + ": interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(otherwise + ": " + reason(e), e);
        }
    }

    /** The message of the innermost cause, which is where Flink puts what a person can act on. */
    static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    /** Ends the job's tasks in order; what it has checkpointed stays. */
    void cancel(Duration timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        flink.cancelJob(id);
        end.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ends waiting and watching; the job itself ends with its cluster. */
    @Override
    public void close() {
        closed.countDown();
    }
}
