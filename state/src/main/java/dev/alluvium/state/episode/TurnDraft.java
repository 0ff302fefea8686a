package dev.alluvium.state.episode;

import dev.alluvium.state.record.RecordRules;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A turn as its writer states it. Without an id it is known by (session, author, at, content);
 * without a time it was said when the log received it.
 *
 * @param vectors embeddings of the content alone and, second, of the content with the turn before
 *     it in the session; empty when turns are lexical
 */
public record TurnDraft(
        String id,
        String session,
        String author,
        String content,
        Instant at,
        Map<String, Object> metadata,
        List<float[]> vectors) {

    /** Longest id, session or author, in characters. */
    public static final int MAX_NAME_CHARACTERS = 512;

    public TurnDraft {
        RecordRules.checkContent(content);
        check("session", session);
        check("id", id);
        check("author", author);
        session = session == null ? "" : session;
        metadata =
                metadata == null || metadata.isEmpty()
                        ? Map.of()
                        : Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        vectors = vectors == null ? List.of() : List.copyOf(vectors);
    }

    public TurnDraft withVectors(List<float[]> embedded) {
        return new TurnDraft(id, session, author, content, at, metadata, embedded);
    }

    private static void check(String name, String value) {
        if (value != null && value.length() > MAX_NAME_CHARACTERS) {
            throw new IllegalArgumentException(
                    name
                            + " has "
                            + value.length()
                            + " characters; at most "
                            + MAX_NAME_CHARACTERS
                            + " are allowed");
        }
    }
}
