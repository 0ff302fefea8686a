package dev.alluvium.query.deep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.deep.Fallback.Reason;
import dev.alluvium.state.json.WholeText;
import java.util.ArrayList;
import java.util.List;

/** Reads what a model answered, believing none of it. */
final class Answers {

    /** Longer ones are no query, nor a gap in one sentence. */
    private static final int MAX_CHARACTERS = 1_000;

    private Answers() {}

    /**
     * The texts of a list, each once, stripped, at most so many; what is no text, blank or far too
     * long is passed over.
     */
    static List<String> texts(String step, ObjectNode answer, String field, int most)
            throws NoAnswerException {
        JsonNode list = answer.get(field);
        if (list == null || !list.isArray()) {
            throw bad(step, field + " is no list");
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode entry : list) {
            String text = entry.isTextual() ? WholeText.of(entry.textValue()).strip() : "";
            boolean isUsable = !text.isEmpty() && text.length() <= MAX_CHARACTERS;
            if (isUsable && !texts.contains(text) && texts.size() < most) {
                texts.add(text);
            }
        }
        return texts;
    }

    /** A text, stripped; empty where there is none. */
    static String text(ObjectNode answer, String field) {
        JsonNode text = answer.get(field);
        return text != null && text.isTextual() ? WholeText.of(text.textValue()).strip() : "";
    }

    /** A number, brought into [0, 1]. */
    static double share(String step, ObjectNode answer, String field) throws NoAnswerException {
        JsonNode number = answer.get(field);
        if (number == null || !number.isNumber() || Double.isNaN(number.doubleValue())) {
            throw bad(step, field + " is no number");
        }
        return Math.max(0, Math.min(1, number.doubleValue()));
    }

    private static NoAnswerException bad(String step, String detail) {
        return new NoAnswerException(
                step, Reason.BAD_ANSWER, "the model's answer cannot be used: " + detail, null);
    }
}
