package dev.alluvium.job.kafka;

/** Says that the log does not go on where the state of the job ends, and what to do. */
public final class LogGapException extends RuntimeException {

    LogGapException(String message) {
        super(message);
    }
}
