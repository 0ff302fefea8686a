package dev.alluvium.models.provider;

import java.util.Optional;

/** A provider gave no answer; the message says which, and why, and holds no key. */
public final class ProviderException extends RuntimeException {

    private final boolean ofContent;

    ProviderException(String message) {
        this(message, false);
    }

    ProviderException(String message, boolean ofContent) {
        super(message);
        this.ofContent = ofContent;
    }

    ProviderException(String message, Throwable cause) {
        super(message, cause);
        ofContent = false;
    }

    /** Whether the provider refused what it was sent, and might take something else. */
    public boolean isOfContent() {
        return ofContent;
    }

    /** The one that a failure is or was caused by: whoever calls us in between may wrap it. */
    public static Optional<ProviderException> within(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof ProviderException known) {
                return Optional.of(known);
            }
        }
        return Optional.empty();
    }
}
