package dev.alluvium.operators.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.MemoryId;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FairThreadsTest {

    private static final MemoryId BUSY = new MemoryId("app", "busy");
    private static final MemoryId OTHER = new MemoryId("app", "other");

    @Test
    void memoryThatBringsMuchTakesItsShareAndTheOthersGoOn() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch all = new CountDownLatch(20);
        CountDownLatch started = new CountDownLatch(2);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (FairThreads threads = new FairThreads(3, 2)) {
            for (int i = 0; i < 20; i++) {
                threads.execute(
                        BUSY,
                        () -> {
                            most.accumulateAndGet(running.incrementAndGet(), Math::max);
                            started.countDown();
                            await(release);
                            running.decrementAndGet();
                            all.countDown();
                        });
            }
            assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
            CountDownLatch other = new CountDownLatch(1);
            threads.execute(OTHER, other::countDown);
            assertThat(other.await(30, TimeUnit.SECONDS)).isTrue();

            release.countDown();

            assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(most).hasValue(2);
    }

    @Test
    void taskThatFailsLeavesItsPlaceToTheNext() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        try (FairThreads threads = new FairThreads(1, 1)) {
            threads.execute(
                    BUSY,
                    () -> {
                        throw new IllegalStateException("meant to fail");
                    });
            threads.execute(BUSY, done::countDown);
            assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
