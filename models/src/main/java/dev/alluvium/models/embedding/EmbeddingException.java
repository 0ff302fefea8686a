package dev.alluvium.models.embedding;

/** Says that a model could not embed: the texts were accepted, and asking again may succeed. */
public class EmbeddingException extends RuntimeException {

    public EmbeddingException(String message, Throwable cause) {
        super(message, cause);
    }
}
