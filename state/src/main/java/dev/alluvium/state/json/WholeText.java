package dev.alluvium.state.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/**
 * Tells texts of whole characters from those with half of a surrogate pair: JSON can say these, but
 * they have no UTF-8, so they would come back changed.
 */
public final class WholeText {

    /** What is said of a text that is none. */
    static final String BROKEN =
            "the text has half of a surrogate pair, which is no character; send whole characters";

    private WholeText() {}

    /** A text as far as it is characters; half of a surrogate pair becomes a question mark. */
    public static String of(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    static boolean isWhole(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** Whether all names and texts of any JSON are. */
    static boolean isWhole(JsonNode value) {
        if (value.isTextual()) {
            return isWhole(value.textValue());
        }
        for (Iterator<String> names = value.fieldNames(); names.hasNext(); ) {
            if (!isWhole(names.next())) {
                return false;
            }
        }
        for (JsonNode child : value) {
            if (!isWhole(child)) {
                return false;
            }
        }
        return true;
    }
}
