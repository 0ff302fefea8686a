package dev.alluvium.operators.decide;

import dev.alluvium.state.Position;
import java.io.Serializable;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells which questions are answered in the log already: when the log is applied again, they are
 * not put to a model again.
 */
public interface DecidedSaves {

    /** Before a log that cannot be read is looked into again. */
    long PAUSE_MILLIS = 500;

    /**
     * Whether the answer to what the command at this position asks follows in the log.
     *
     * @param session of which turns were logged there; null for all else
     */
    boolean contains(Position of, String session) throws InterruptedException;

    /**
     * The same, of a log that may not be readable just now: waits for it, and takes the question
     * for a new one when the deadline has passed.
     *
     * @param deadline in the time of {@link System#nanoTime}
     */
    default boolean containsBy(long deadline, Position of, String session)
            throws InterruptedException {
        Logger log = LoggerFactory.getLogger(DecidedSaves.class);
        while (true) {
            try {
                return contains(of, session);
            } catch (RuntimeException e) {
                if (System.nanoTime() - deadline > 0) {
                    return false;
                }
                log.warn("the log does not say whether {} is answered: {}", of, e.toString());
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
    }

    /** Opens one where the job runs. */
    @FunctionalInterface
    interface Source extends Serializable {
        DecidedSaves open();
    }
}
