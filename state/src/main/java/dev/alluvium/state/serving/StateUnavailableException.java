package dev.alluvium.state.serving;

/** The owner of a memory is starting or recovering; ask again shortly. */
public final class StateUnavailableException extends RuntimeException {

    public StateUnavailableException(String message) {
        super(message);
    }
}
