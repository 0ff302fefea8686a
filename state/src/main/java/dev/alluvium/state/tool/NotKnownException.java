package dev.alluvium.state.tool;

/** What a tool was asked about is not in the memory. */
public final class NotKnownException extends RuntimeException {

    NotKnownException(String message) {
        super(message);
    }
}
