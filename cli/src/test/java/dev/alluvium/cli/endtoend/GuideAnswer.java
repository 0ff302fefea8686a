package dev.alluvium.cli.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An answer as a guide shows it. {@code …} in a text stands for any text, {@code "…"} for any
 * value, and a member of that name for members that are left out.
 */
final class GuideAnswer {

    private static final String ANY = "…";

    private GuideAnswer() {}

    /** Where the answer is another than the guide says; null where it is that. */
    static String difference(String expected, String actual) {
        String shown = expected.strip();
        if (shown.startsWith("{") || shown.startsWith("[")) {
            return difference("", json(shown), json(actual));
        }
        return matches(shown, actual.strip()) ? null : "text";
    }

    private static String difference(String path, JsonNode expected, JsonNode actual) {
        if (expected.isTextual() && expected.textValue().equals(ANY)) {
            return null;
        }
        if (expected.isTextual() && actual.isTextual()) {
            return matches(expected.textValue(), actual.textValue()) ? null : path;
        }
        if (expected.isNumber() && actual.isNumber()) {
            return expected.decimalValue().compareTo(actual.decimalValue()) == 0 ? null : path;
        }
        boolean isPartial = expected.has(ANY);
        int shown = expected.size() - (isPartial ? 1 : 0);
        if (expected.getNodeType() != actual.getNodeType()
                || expected.isValueNode() && !expected.equals(actual)
                || (isPartial ? shown > actual.size() : shown != actual.size())) {
            return path;
        }
        Stream<String> differences =
                expected.isArray()
                        ? Stream.iterate(0, i -> i < expected.size(), i -> i + 1)
                                .map(
                                        i ->
                                                difference(
                                                        path + "/" + i,
                                                        expected.get(i),
                                                        actual.get(i)))
                        : expected.properties().stream()
                                .filter(field -> !field.getKey().equals(ANY))
                                .map(
                                        field ->
                                                difference(
                                                        path + "/" + field.getKey(),
                                                        field.getValue(),
                                                        actual.path(field.getKey())));
        return differences.filter(found -> found != null).findFirst().orElse(null);
    }

    private static boolean matches(String expected, String actual) {
        String pattern =
                Stream.of(expected.split(ANY, -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*"));
        return Pattern.compile(pattern, Pattern.DOTALL).matcher(actual).matches();
    }

    private static JsonNode json(String text) {
        return Json.parse(text.getBytes(StandardCharsets.UTF_8));
    }
}
