package dev.alluvium.state.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.POJONode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads the fields of one JSON object strictly: each is taken once by name and type, what is wrong
 * is noted with a pointer, and whatever nobody asked for is refused by name. {@link #done()} ends
 * the reading and throws all problems at once. Nested readers share the list of problems. Instants
 * and vectors may also come ready, as the values of {@link POJONode}s, from formats that have them.
 */
public final class Fields {

    private final JsonNode node;
    private final String pointer;
    private final List<FieldProblem> problems;
    private final Set<String> asked = new HashSet<>();

    private Fields(JsonNode node, String pointer, List<FieldProblem> problems) {
        this.node = node;
        this.pointer = pointer;
        this.problems = problems;
    }

    /** A reader of the object {@code node}. */
    public static Fields of(JsonNode node) {
        if (!node.isObject()) {
            throw new InvalidInputException(
                    "", "a JSON object is wanted, this is " + describe(node));
        }
        return new Fields(node, "", new ArrayList<>());
    }

    public boolean has(String name) {
        return node.hasNonNull(name);
    }

    /** The names of all fields that are there. */
    public List<String> names() {
        List<String> names = new ArrayList<>(node.size());
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /**
     * What {@code reader} makes of the whole document; ends the reading. A reader's
     * IllegalArgumentException is a problem of the document.
     */
    public <T> T read(Function<Fields, T> reader) {
        T value = null;
        try {
            value = reader.apply(this);
        } catch (IllegalArgumentException e) {
            if (problems.isEmpty()) {
                problem("", e.getMessage());
            }
        }
        done();
        return value;
    }

    /** The text of a field, or null. */
    public String text(String name) {
        JsonNode value = take(name);
        return value == null ? null : isText(name, value) ? value.textValue() : null;
    }

    public String text(String name, int maxBytes) {
        String text = text(name);
        if (text != null && text.length() > maxBytes / 3) {
            int bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
            if (bytes > maxBytes) {
                problem(
                        name,
                        name + " has " + bytes + " bytes; at most " + maxBytes + " are allowed");
            }
        }
        return text;
    }

    public String requiredText(String name) {
        require(name);
        return text(name);
    }

    public boolean flag(String name, boolean otherwise) {
        Boolean value = flag(name);
        return value == null ? otherwise : value;
    }

    public Boolean flag(String name) {
        JsonNode value = take(name);
        if (value == null) {
            return null;
        }
        if (!value.isBoolean()) {
            problem(name, describe(value) + " is not true or false");
            return null;
        }
        return value.booleanValue();
    }

    public Double number(String name, double min, double max) {
        JsonNode value = take(name);
        if (value == null) {
            return null;
        }
        if (!value.isNumber()) {
            problem(name, describe(value) + " is not a number");
            return null;
        }
        double number = value.doubleValue();
        if (!(number >= min && number <= max)) {
            problem(
                    name,
                    name
                            + " "
                            + value.asText()
                            + " is not in ["
                            + plain(min)
                            + ", "
                            + plain(max)
                            + "]");
            return null;
        }
        return number;
    }

    public int integer(String name, int min, int max, int otherwise) {
        JsonNode value = take(name);
        if (value == null) {
            return otherwise;
        }
        if (!value.isIntegralNumber()) {
            problem(name, describe(value) + " is not a whole number");
            return otherwise;
        }
        if (!value.canConvertToInt() || value.intValue() < min || value.intValue() > max) {
            problem(name, name + " " + value.asText() + " is not in [" + min + ", " + max + "]");
            return otherwise;
        }
        return value.intValue();
    }

    /**
     * An instant: ISO 8601 with an offset; without one it is UTC, and a bare date is its midnight.
     */
    public Instant instant(String name) {
        Instant ready = ready(name, Instant.class);
        String text = ready == null ? text(name) : ready.toString();
        if (text == null) {
            return null;
        }
        try {
            return ready == null ? parseInstant(text) : IsoTime.inRange(ready, text);
        } catch (DateTimeException e) {
            problem(
                    name,
                    "\"" + text + "\" is not an ISO 8601 time such as 2026-05-08T13:56:00+03:00");
            return null;
        }
    }

    /** What {@link #instant} reads, for times that come as plain text. */
    public static Instant parseInstant(String text) {
        return IsoTime.parse(text);
    }

    public List<String> texts(String name) {
        JsonNode value = take(name);
        if (value == null) {
            return null;
        }
        if (!value.isArray()) {
            problem(name, describe(value) + " is not a list of texts");
            return null;
        }
        List<String> texts = new ArrayList<>(value.size());
        for (int i = 0; i < value.size(); i++) {
            if (isText(name + "/" + i, value.get(i))) {
                texts.add(value.get(i).textValue());
            }
        }
        return texts;
    }

    /** An object of any JSON, as Jackson's natural Java types, or null. */
    public Map<String, Object> map(String name) {
        JsonNode value = take(name);
        if (value == null) {
            return null;
        }
        if (!value.isObject()) {
            problem(name, describe(value) + " is not an object");
            return null;
        }
        if (!WholeText.isWhole(value)) {
            problem(name, WholeText.BROKEN);
            return null;
        }
        return Json.toMap(value);
    }

    /**
     * A vector: numbers, or in binary formats the bytes of little-endian 32-bit floats. Null if
     * absent.
     */
    public float[] vector(String name) {
        float[] ready = ready(name, float[].class);
        JsonNode value = ready == null ? take(name) : null;
        if (ready == null && value == null) {
            return null;
        }
        try {
            return ready == null ? Vectors.read(value) : Vectors.usable(ready);
        } catch (Vectors.UnusableException e) {
            problem(name + e.place(), e.getMessage());
            return null;
        }
    }

    /**
     * Each object of a list, read by {@code reader}; a reader's IllegalArgumentException is a
     * problem of its object.
     */
    public <T> List<T> objects(String name, int max, Function<Fields, T> reader) {
        JsonNode value = list(name, max);
        if (value == null) {
            return null;
        }
        List<T> objects = new ArrayList<>(value.size());
        for (int i = 0; i < value.size(); i++) {
            T object = nested(value.get(i), name + "/" + i, reader);
            if (object != null) {
                objects.add(object);
            }
        }
        return objects;
    }

    /**
     * Each entry of a list that may be a text or an object; a reader's IllegalArgumentException is
     * a problem of its entry.
     */
    public <T> List<T> textsOrObjects(
            String name, int max, Function<String, T> ofText, Function<Fields, T> ofObject) {
        JsonNode value = list(name, max);
        if (value == null) {
            return null;
        }
        List<T> entries = new ArrayList<>(value.size());
        for (int i = 0; i < value.size(); i++) {
            T entry = textOrNested(value.get(i), name + "/" + i, ofText, ofObject);
            if (entry != null) {
                entries.add(entry);
            }
        }
        return entries;
    }

    /** A field that may be a text or an object, or null. */
    public <T> T textOrObject(
            String name, Function<String, T> ofText, Function<Fields, T> ofObject) {
        JsonNode value = take(name);
        return value == null ? null : textOrNested(value, name, ofText, ofObject);
    }

    private <T> T textOrNested(
            JsonNode value, String name, Function<String, T> ofText, Function<Fields, T> ofObject) {
        if (value.isObject()) {
            return nested(value, name, ofObject);
        }
        if (!value.isTextual()) {
            problem(name, describe(value) + " is neither a text nor an object");
            return null;
        }
        return isText(name, value)
                ? attempt(name, value.textValue(), (field, text) -> ofText.apply(text))
                : null;
    }

    /** Whether a field stands there as null, which some fields tell apart from its absence. */
    public boolean isNull(String name) {
        return node.has(name) && node.get(name).isNull();
    }

    /** One nested object, or null. */
    public <T> T object(String name, Function<Fields, T> reader) {
        JsonNode value = take(name);
        return value == null ? null : nested(value, name, reader);
    }

    /**
     * A field's text made into a value by {@code parser}, whose IllegalArgumentException is the
     * problem.
     */
    public <T> T parsed(String name, Function<String, T> parser) {
        String text = text(name);
        if (text == null) {
            return null;
        }
        return attempt(name, text, (field, value) -> parser.apply(value));
    }

    /**
     * A text, number or truth value as text, or null; an IllegalArgumentException of {@code check}
     * is the problem.
     */
    public String scalar(String name, Consumer<String> check) {
        JsonNode value = take(name);
        if (value == null) {
            return null;
        }
        if (!value.isValueNode()) {
            problem(name, describe(value) + " is not a single value");
            return null;
        }
        return attempt(
                name,
                value.asText(),
                (field, text) -> {
                    check.accept(text);
                    return text;
                });
    }

    public <T> List<T> parsedList(String name, Function<String, T> parser) {
        List<String> texts = texts(name);
        if (texts == null) {
            return null;
        }
        List<T> values = new ArrayList<>(texts.size());
        for (int i = 0; i < texts.size(); i++) {
            T value = attempt(name + "/" + i, texts.get(i), (field, text) -> parser.apply(text));
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    public void require(String name) {
        if (!node.hasNonNull(name)) {
            asked.add(name);
            problem(name, name + " is missing");
        }
    }

    public void problem(String name, String detail) {
        problems.add(new FieldProblem(name.isEmpty() ? pointer : pointer + "/" + name, detail));
    }

    /** Whether a problem was noted so far, here or in any reader of the same document. */
    public boolean hasProblems() {
        return !problems.isEmpty();
    }

    /**
     * Ends the reading of the whole document: refuses unknown fields, then throws if anything was
     * wrong.
     */
    public void done() {
        refuseUnknown();
        if (!problems.isEmpty()) {
            throw new InvalidInputException(problems);
        }
    }

    /** A list of at most so many entries, or null. */
    private JsonNode list(String name, int max) {
        JsonNode value = take(name);
        if (value == null) {
            return null;
        }
        if (!value.isArray()) {
            problem(name, describe(value) + " is not a list");
            return null;
        }
        if (value.size() > max) {
            problem(
                    name,
                    name
                            + " has "
                            + value.size()
                            + " entries; at most "
                            + max
                            + " are allowed, send several requests");
            return null;
        }
        return value;
    }

    private <T> T nested(JsonNode value, String name, Function<Fields, T> reader) {
        if (!value.isObject()) {
            problem(name, describe(value) + " is not an object");
            return null;
        }
        Fields fields = new Fields(value, pointer + "/" + name, problems);
        int before = problems.size();
        try {
            T object = reader.apply(fields);
            fields.refuseUnknown();
            return object;
        } catch (IllegalArgumentException e) {
            // A constructor's complaint about a field that was already reported would say the same
            // thing twice.
            if (problems.size() == before) {
                fields.problem("", e.getMessage());
            }
            return null;
        }
    }

    private <T> T attempt(String name, String text, BiFunction<String, String, T> parser) {
        try {
            return parser.apply(name, text);
        } catch (IllegalArgumentException | DateTimeException e) {
            problem(name, e.getMessage());
            return null;
        }
    }

    private void refuseUnknown() {
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!asked.contains(name)) {
                problem(
                        escape(name),
                        "unknown field \""
                                + name
                                + "\"; known here: "
                                + String.join(", ", asked.stream().sorted().toList()));
            }
        }
    }

    private JsonNode take(String name) {
        asked.add(name);
        JsonNode value = node.get(name);
        return value == null || value.isNull() ? null : value;
    }

    /** What a format of columns brought as it is meant, or null. */
    private <T> T ready(String name, Class<T> type) {
        return node.get(name) instanceof POJONode value && type.isInstance(value.getPojo())
                ? type.cast(take(name) == null ? null : value.getPojo())
                : null;
    }

    private boolean isText(String name, JsonNode value) {
        if (!value.isTextual()) {
            problem(name, describe(value) + " is not a text");
            return false;
        }
        if (!WholeText.isWhole(value.textValue())) {
            problem(name, WholeText.BROKEN);
            return false;
        }
        return true;
    }

    static String describe(JsonNode value) {
        String text = value.toString();
        return text.length() <= 60 ? text : text.substring(0, 57) + "...";
    }

    private static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    private static String plain(double bound) {
        return bound == Math.rint(bound) && Math.abs(bound) < 1e15
                ? Long.toString((long) bound)
                : Double.toString(bound);
    }
}
