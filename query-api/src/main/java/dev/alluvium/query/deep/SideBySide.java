package dev.alluvium.query.deep;

import dev.alluvium.state.recall.RecallResult;
import dev.alluvium.state.serving.StateUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Makes searches side by side on a bounded number of threads. The caller makes one itself, and all
 * for which there is no thread, so that nothing waits in a queue.
 */
final class SideBySide implements AutoCloseable {

    private static final int MAX_THREADS = 16;
    private static final long IDLE_SECONDS = 30;

    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(
                    0,
                    MAX_THREADS,
                    IDLE_SECONDS,
                    TimeUnit.SECONDS,
                    new SynchronousQueue<>(),
                    DeepRecall.daemons("alluvium-recall-search"),
                    (search, pool) -> search.run());

    /** What each search found, in their order; the first failure is thrown as it is. */
    List<RecallResult> all(List<Search> searches, Sight sight) {
        List<FutureTask<RecallResult>> tasks = new ArrayList<>();
        for (Search search : searches) {
            tasks.add(new FutureTask<>(() -> sight.search(search)));
        }
        tasks.stream().skip(1).forEach(threads::execute);
        tasks.stream().limit(1).forEach(FutureTask::run);
        return tasks.stream().map(SideBySide::result).toList();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private static RecallResult result(FutureTask<RecallResult> task) {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("a search failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StateUnavailableException("the server is stopping; ask again shortly");
        }
    }
}
