package dev.alluvium.operators.decide;

import dev.alluvium.state.Position;
import java.io.Serializable;

/**
 * Tells which saves are decided in the log already: when the log is applied again, they are not put
 * to the model again.
 */
public interface DecidedSaves {

    /**
     * Whether a decision about the save at this position follows in the log.
     *
     * @param session of which turns were logged there; null for records
     */
    boolean contains(Position of, String session) throws InterruptedException;

    /** Opens one where the job runs. */
    @FunctionalInterface
    interface Source extends Serializable {
        DecidedSaves open();
    }
}
