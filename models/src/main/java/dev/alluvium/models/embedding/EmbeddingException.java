package dev.alluvium.models.embedding;

/** Says that a model could not embed; asking again may succeed, unless it refuses the texts. */
public class EmbeddingException extends RuntimeException {

    private final boolean ofTexts;

    public EmbeddingException(String message, Throwable cause) {
        this(message, cause, false);
    }

    private EmbeddingException(String message, Throwable cause, boolean ofTexts) {
        super(message, cause);
        this.ofTexts = ofTexts;
    }

    /** The model refuses these texts, and may take others. */
    public static EmbeddingException ofTexts(String message, Throwable cause) {
        return new EmbeddingException(message, cause, true);
    }

    /** Whether it is one of the texts that is refused. */
    boolean isOfTexts() {
        return ofTexts;
    }
}
