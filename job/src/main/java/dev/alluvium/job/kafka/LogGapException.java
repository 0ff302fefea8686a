package dev.alluvium.job.kafka;

/** Says that the log does not go on where the state of the job ends, and what to do. */
public final class LogGapException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final boolean mayClose;

    /**
     * @param mayClose whether brokers that have just started may tell of more in a moment
     */
    LogGapException(String message, boolean mayClose) {
        super(message);
        this.mayClose = mayClose;
    }

    boolean mayClose() {
        return mayClose;
    }
}
