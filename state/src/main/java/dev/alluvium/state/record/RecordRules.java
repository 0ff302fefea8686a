package dev.alluvium.state.record;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** The limits every record and turn keeps, wherever it is read: HTTP, the log or stored state. */
public final class RecordRules {

    /** The largest content, in bytes of UTF-8. */
    public static final int MAX_CONTENT_BYTES = 64 * 1024;

    private RecordRules() {}

    public static void checkContent(String content) {
        if (content == null || content.isBlank()) {
            throw new IllegalArgumentException("content is blank; give the text to remember");
        }
        if (content.length() > MAX_CONTENT_BYTES / 3) {
            int bytes = content.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MAX_CONTENT_BYTES) {
                throw new IllegalArgumentException(
                        "content has "
                                + bytes
                                + " bytes; at most "
                                + MAX_CONTENT_BYTES
                                + " (64 KiB) are allowed, split it");
            }
        }
    }

    public static void checkImportance(double importance) {
        if (!(importance >= 0 && importance <= 1)) {
            throw new IllegalArgumentException("importance " + importance + " is not in [0, 1]");
        }
    }

    /** Either end may be null: not given, or open. */
    public static void checkValidity(Instant validFrom, Instant validTo) {
        if (validFrom != null && validTo != null && !validFrom.isBefore(validTo)) {
            throw new IllegalArgumentException(
                    "valid_to "
                            + validTo
                            + " is not after valid_from "
                            + validFrom
                            + "; give a later end or none");
        }
    }
}
