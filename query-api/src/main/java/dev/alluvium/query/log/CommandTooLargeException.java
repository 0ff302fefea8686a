package dev.alluvium.query.log;

/** A command is larger than the log takes; it was not written. */
public final class CommandTooLargeException extends RuntimeException {

    public CommandTooLargeException(String message) {
        super(message);
    }
}
