package dev.alluvium.cli.backfill;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a line that names no kind of row is. */
enum Kind {
    RECORDS("record", "scope", "categories", "importance", "source", "private", "created_at"),
    TURNS("turn", "session", "author", "at");

    private final String member;
    private final String[] ownFields;

    Kind(String member, String... ownFields) {
        this.member = member;
        this.ownFields = ownFields;
    }

    /** The member of an import's row that holds one. */
    String member() {
        return member;
    }

    /** The kind whose own fields an object has; empty where it has those of none or of both. */
    static Optional<Kind> of(JsonNode object) {
        boolean isRecord = RECORDS.hasFieldOf(object);
        boolean isTurn = TURNS.hasFieldOf(object);
        return isRecord == isTurn ? Optional.empty() : Optional.of(isRecord ? RECORDS : TURNS);
    }

    private boolean hasFieldOf(JsonNode object) {
        return Stream.of(ownFields).anyMatch(object::has);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
