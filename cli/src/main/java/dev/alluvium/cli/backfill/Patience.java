package dev.alluvium.cli.backfill;

import dev.alluvium.cli.client.ServerProblemException;
import dev.alluvium.cli.client.ServerUnreachableException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Asks again, ever more slowly, while a server is down, starting or busy. One thread asks; another
 * may tell it to stop.
 */
final class Patience {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final Duration giveUpAfter;
    private final Display display;
    private final CountDownLatch stop = new CountDownLatch(1);

    Patience(Duration giveUpAfter, Display display) {
        this.giveUpAfter = giveUpAfter;
        this.display = display;
    }

    /** Something to ask a server. */
    @FunctionalInterface
    interface Question<T> {
        T ask() throws IOException, InterruptedException;
    }

    /**
     * The answer, once there is one. Only what cannot pass by waiting is thrown, or {@link
     * GaveUpException} when the time is up.
     */
    <T> T ask(Question<T> question) throws IOException, InterruptedException, StoppedException {
        long begin = System.nanoTime();
        Duration pause = FIRST_PAUSE;
        while (true) {
            if (isStopped()) {
                throw new StoppedException();
            }
            IOException failure;
            try {
                return question.ask();
            } catch (ServerUnreachableException e) {
                failure = e;
            } catch (ServerProblemException e) {
                if (!e.passes()) {
                    throw e;
                }
                failure = e;
                pause = longer(pause, Duration.ofSeconds(e.retryAfterSeconds()));
            }
            Duration waited = Duration.ofNanos(System.nanoTime() - begin);
            Duration left = giveUpAfter.minus(waited);
            if (left.isNegative() || left.isZero()) {
                throw new GaveUpException(waited, failure);
            }
            display.waiting(
                    "waiting for the server, giving up in " + text(left) + ": " + reason(failure));
            stop.await(Math.min(pause.toMillis(), left.toMillis()), TimeUnit.MILLISECONDS);
            pause = pause.multipliedBy(2);
            pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
        }
    }

    /** Says what is being waited for. */
    void say(String what) {
        display.waiting(what);
    }

    /** Makes the next question, and the present pause, end in {@link StoppedException}. */
    void stop() {
        stop.countDown();
    }

    boolean isStopped() {
        return stop.getCount() == 0;
    }

    static String text(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 60 ? seconds + " s" : seconds / 60 + " min " + seconds % 60 + " s";
    }

    static String reason(IOException failure) {
        return failure instanceof ServerUnreachableException unreachable
                ? unreachable.reason()
                : failure.getMessage();
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
