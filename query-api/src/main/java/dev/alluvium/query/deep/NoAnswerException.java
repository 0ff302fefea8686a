package dev.alluvium.query.deep;

/** The model gave no answer that can be used; caught where a recall goes on without. */
final class NoAnswerException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Fallback fallback;

    NoAnswerException(String step, Fallback.Reason reason, String detail, Throwable cause) {
        super(detail, cause);
        this.fallback = new Fallback(step, reason, detail);
    }

    Fallback fallback() {
        return fallback;
    }
}
