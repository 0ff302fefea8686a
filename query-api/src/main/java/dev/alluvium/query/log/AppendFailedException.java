package dev.alluvium.query.log;

/**
 * The log did not acknowledge a command in time. Whether it has it is not known: a repeat with the
 * same idempotency key is safe.
 */
public final class AppendFailedException extends RuntimeException {

    public AppendFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
