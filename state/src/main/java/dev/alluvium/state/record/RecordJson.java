package dev.alluvium.state.record;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.scope.Scope;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Records, drafts and patches as JSON: the same fields over HTTP, in the log and in exports. */
public final class RecordJson {

    /** Longest id, source or category, in characters. */
    private static final int MAX_NAME_CHARACTERS = 256;

    private RecordJson() {}

    public static RecordDraft draft(Fields fields) {
        RecordDraft draft =
                new RecordDraft(
                        name(fields, "id", fields.text("id")),
                        content(fields),
                        fields.parsed("scope", Scope::of),
                        categories(fields),
                        fields.map("metadata"),
                        fields.number("importance", 0, 1),
                        name(fields, "source", fields.text("source")),
                        fields.flag("private", false),
                        fields.instant("created_at"),
                        fields.instant("valid_from"),
                        fields.instant("valid_to"),
                        fields.vector("vector"));
        return draft;
    }

    public static RecordPatch patch(Fields fields) {
        return new RecordPatch(
                fields.text("content"),
                fields.parsed("scope", Scope::of),
                categories(fields),
                fields.map("metadata"),
                fields.number("importance", 0, 1),
                name(fields, "source", fields.text("source")),
                fields.flag("private"),
                fields.instant("valid_from"),
                fields.instant("valid_to"),
                fields.vector("vector"));
    }

    /**
     * A draft as its fields; vectors as binary, which JSON writers render as base64 and CBOR as
     * bytes.
     */
    public static ObjectNode write(RecordDraft draft) {
        ObjectNode json = Json.object();
        put(json, "id", draft.id());
        json.put("content", draft.content());
        put(json, "scope", draft.scope());
        if (!draft.categories().isEmpty()) {
            putTexts(json, "categories", draft.categories());
        }
        if (!draft.metadata().isEmpty()) {
            json.set("metadata", Json.MAPPER.valueToTree(draft.metadata()));
        }
        if (draft.importance() != null) {
            json.put("importance", draft.importance());
        }
        put(json, "source", draft.source());
        if (draft.isPrivate()) {
            json.put("private", true);
        }
        put(json, "created_at", draft.createdAt());
        put(json, "valid_from", draft.validFrom());
        put(json, "valid_to", draft.validTo());
        putVector(json, "vector", draft.vector());
        return json;
    }

    public static ObjectNode write(RecordPatch patch) {
        ObjectNode json = Json.object();
        put(json, "content", patch.content());
        put(json, "scope", patch.scope());
        if (patch.categories() != null) {
            putTexts(json, "categories", patch.categories());
        }
        if (patch.metadata() != null) {
            json.set("metadata", Json.MAPPER.valueToTree(patch.metadata()));
        }
        if (patch.importance() != null) {
            json.put("importance", patch.importance());
        }
        put(json, "source", patch.source());
        if (patch.isPrivate() != null) {
            json.put("private", patch.isPrivate());
        }
        put(json, "valid_from", patch.validFrom());
        put(json, "valid_to", patch.validTo());
        putVector(json, "vector", patch.vector());
        return json;
    }

    /**
     * A record as users see it; {@code shown} maps its scope, for callers who see paths relative to
     * a root.
     */
    public static ObjectNode write(MemoryRecord record, UnaryOperator<Scope> shown) {
        ObjectNode json = Json.object();
        json.put("id", record.id());
        json.put("version", record.version());
        json.put("content", record.content());
        json.put("scope", shown.apply(record.scope()).path());
        putTexts(json, "categories", record.categories());
        json.set("metadata", Json.MAPPER.valueToTree(record.metadata()));
        json.put("importance", record.importance());
        json.put("source", record.source());
        json.put("private", record.isPrivate());
        json.put("created_at", record.createdAt().toString());
        json.put("last_accessed", record.lastAccessed().toString());
        json.put("valid_from", record.validFrom().toString());
        json.put("valid_to", text(record.validTo()));
        json.put("known_from", record.knownFrom().toString());
        json.put("known_to", text(record.knownTo()));
        return json;
    }

    /** A vector as binary: little-endian 32-bit floats. */
    public static void putVector(ObjectNode json, String name, float[] vector) {
        if (vector != null) {
            json.put(name, littleEndian(vector));
        }
    }

    public static byte[] littleEndian(float[] vector) {
        ByteBuffer bytes =
                ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(vector);
        return bytes.array();
    }

    public static void put(ObjectNode json, String name, Object value) {
        if (value != null) {
            json.put(name, value.toString());
        }
    }

    public static void putTexts(ObjectNode json, String name, List<String> texts) {
        ArrayNode array = json.putArray(name);
        texts.forEach(array::add);
    }

    /**
     * Whether {@code metadata} has all entries of {@code wanted}, nested objects compared whole.
     */
    public static boolean hasAll(Map<String, Object> metadata, Map<String, Object> wanted) {
        return metadata.entrySet().containsAll(wanted.entrySet());
    }

    private static String content(Fields fields) {
        fields.require("content");
        return fields.text("content");
    }

    private static List<String> categories(Fields fields) {
        List<String> categories = fields.texts("categories");
        if (categories == null) {
            return null;
        }
        for (int i = 0; i < categories.size(); i++) {
            if (categories.get(i).isBlank()) {
                fields.problem("categories/" + i, "a category is blank; leave it out or name it");
            }
            name(fields, "categories/" + i, categories.get(i));
        }
        return categories.stream().distinct().toList();
    }

    private static String name(Fields fields, String field, String value) {
        if (value == null) {
            return null;
        }
        if (value.isBlank()) {
            fields.problem(field, field + " is blank; leave it out or name it");
        }
        if (value.length() > MAX_NAME_CHARACTERS) {
            fields.problem(
                    field,
                    field
                            + " has "
                            + value.length()
                            + " characters; at most "
                            + MAX_NAME_CHARACTERS
                            + " are allowed");
        }
        return value;
    }

    private static String text(Object value) {
        return value == null ? null : value.toString();
    }
}
