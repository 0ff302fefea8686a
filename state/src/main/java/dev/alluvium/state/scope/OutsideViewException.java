package dev.alluvium.state.scope;

/** A caller's view of a memory does not permit what was asked; a permission error to its user. */
public final class OutsideViewException extends RuntimeException {

    public OutsideViewException(String message) {
        super(message);
    }
}
