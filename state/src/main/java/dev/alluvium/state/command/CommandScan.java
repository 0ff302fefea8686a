package dev.alluvium.state.command;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.alluvium.state.option.Embedded;
import java.io.IOException;
import java.util.Set;

/**
 * Tells from a command's bytes whether it wants vectors, at a fraction of what decoding costs: most
 * commands of a backfill want none, and are decoded where they are applied.
 */
public final class CommandScan {

    private static final Set<String> DECISIONS = Set.of("decide", "distill", "set_vectors");

    private CommandScan() {}

    /**
     * Whether a text of the command may lack its vector. Never false where one does; true of bytes
     * that are no command.
     *
     * @param embedded which texts have vectors at all, beside records
     */
    public static boolean mayLackVectors(byte[] bytes, Embedded embedded) {
        try (JsonParser parser = CommandCodec.parser(bytes)) {
            return parser.nextToken() != JsonToken.START_OBJECT || lacksVectors(parser, embedded);
        } catch (IOException e) {
            return true;
        }
    }

    /** Whether these are the bytes of a {@link Decide}, {@link Distill} or {@link SetVectors}. */
    public static boolean isDecision(byte[] bytes) {
        try (JsonParser parser = CommandCodec.parser(bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean kind = parser.currentName().equals("command");
                parser.nextToken();
                if (kind) {
                    return DECISIONS.contains(parser.getText());
                }
                parser.skipChildren();
            }
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean lacksVectors(JsonParser parser, Embedded embedded) throws IOException {
        boolean hasAll = false;
        boolean hasFacts = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (field) {
                case "command" -> {
                    if (!wantsVectors(parser.getText(), embedded)) {
                        return false;
                    }
                }
                case "records", "turns" -> {
                    hasAll = value == JsonToken.START_ARRAY && eachHasVector(parser);
                    if (!hasAll) {
                        return true;
                    }
                }
                case "entities", "observations", "relations" -> {
                    hasFacts = true;
                    parser.skipChildren();
                }
                default -> parser.skipChildren();
            }
        }
        return !hasAll || hasFacts && embedded.facts();
    }

    private static boolean wantsVectors(String kind, Embedded embedded) {
        return switch (kind) {
            case "forget",
                    "reset",
                    "touch",
                    "configure",
                    "erase",
                    "identify_entity",
                    "delete_facts",
                    "reembed",
                    "set_vectors" ->
                    false;
            case "assert_facts", "revise_fact" -> embedded.facts();
            case "log_turns" -> embedded.turns();
            default -> true;
        };
    }

    private static boolean eachHasVector(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            if (!hasVector(parser)) {
                return false;
            }
        }
        return parser.currentToken() == JsonToken.END_ARRAY;
    }

    private static boolean hasVector(JsonParser parser) throws IOException {
        boolean found = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            if (field.equals("vector")) {
                found = value != JsonToken.VALUE_NULL;
            }
            parser.skipChildren();
        }
        return found;
    }
}
