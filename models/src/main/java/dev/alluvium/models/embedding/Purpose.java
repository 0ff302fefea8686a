package dev.alluvium.models.embedding;

/**
 * Says which side of a search a text stands on, since some models embed the two sides differently.
 */
public enum Purpose {
    /** A text that is kept, to be found later. */
    PASSAGE,
    /** A text that asks. */
    QUERY
}
