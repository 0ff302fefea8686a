package dev.alluvium.query.http;

import dev.alluvium.state.PageCursor;
import dev.alluvium.state.json.FieldProblem;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.scope.Scope;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Reads the parameters of a query string as strictly as {@link Fields} reads a body: what nobody
 * asked for is refused by name. A problem's pointer is {@code ?name}.
 */
public final class Parameters {

    private static final Duration MAX_TIMEOUT = Duration.ofHours(1);

    private final Map<String, List<String>> given;
    private final Set<String> asked = new TreeSet<>();
    private final List<FieldProblem> problems = new ArrayList<>();

    public Parameters(Map<String, List<String>> given) {
        this.given = given;
    }

    /** The value of a parameter; null where it is absent or empty. */
    public String text(String name) {
        List<String> values = texts(name);
        if (values.size() > 1) {
            problem(name, name + " is given " + values.size() + " times; give it once");
        }
        return values.isEmpty() ? null : values.get(0);
    }

    /** The values of a parameter that may be repeated. */
    public List<String> texts(String name) {
        asked.add(name);
        return given.getOrDefault(name, List.of()).stream().filter(v -> !v.isEmpty()).toList();
    }

    public int integer(String name, int min, int max, int otherwise) {
        String text = text(name);
        if (text == null) {
            return otherwise;
        }
        try {
            int value = Integer.parseInt(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            problem(name, "\"" + text + "\" is not a whole number in [" + min + ", " + max + "]");
            return otherwise;
        }
        problem(name, name + " " + text + " is not in [" + min + ", " + max + "]");
        return otherwise;
    }

    public boolean flag(String name) {
        String text = text(name);
        if (text == null || text.equals("false")) {
            return false;
        }
        if (!text.equals("true")) {
            problem(name, "\"" + text + "\" is not true or false");
        }
        return true;
    }

    public Instant instant(String name) {
        return parsed(
                name,
                text -> {
                    try {
                        return Fields.parseInstant(text);
                    } catch (DateTimeException e) {
                        throw new IllegalArgumentException(
                                "\""
                                        + text
                                        + "\" is not an ISO 8601 time such as 2026-05-08T13:56:00+03:00"
                                        + " (percent-encode the +)",
                                e);
                    }
                });
    }

    public Scope scope(String name) {
        return parsed(name, Scope::of);
    }

    /** Branches named by a parameter that may be repeated; null where none is. */
    public List<Scope> scopes(String name) {
        List<Scope> scopes = new ArrayList<>();
        for (String text : texts(name)) {
            try {
                scopes.add(Scope.of(text));
            } catch (IllegalArgumentException e) {
                problem(name, e.getMessage());
            }
        }
        return scopes.isEmpty() ? null : scopes;
    }

    /** A cursor that a listing gave, checked. */
    public String cursor() {
        PageCursor cursor = parsed("cursor", PageCursor::parse);
        return cursor == null ? null : cursor.toString();
    }

    /** How long to wait: milliseconds, or an ISO 8601 duration such as {@code PT2.5S}. */
    public Duration timeout(Duration otherwise) {
        Duration timeout = parsed("timeout", Parameters::duration);
        return timeout == null ? otherwise : timeout;
    }

    public void problem(String name, String detail) {
        problems.add(new FieldProblem("?" + name, detail));
    }

    /** Refuses parameters nobody asked for, then throws if anything was wrong. */
    public void done() {
        for (String name : given.keySet()) {
            if (!asked.contains(name)) {
                problem(
                        name,
                        "unknown parameter \""
                                + name
                                + "\"; known here: "
                                + String.join(", ", asked));
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidInputException(problems);
        }
    }

    /** A parameter made into a value, whose parser's IllegalArgumentException is the problem. */
    public <T> T parsed(String name, Function<String, T> parser) {
        String text = text(name);
        if (text == null) {
            return null;
        }
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            problem(name, e.getMessage());
            return null;
        }
    }

    private static Duration duration(String text) {
        try {
            Duration duration =
                    Character.isDigit(text.charAt(0))
                            ? Duration.ofMillis(Long.parseLong(text))
                            : Duration.parse(text);
            if (!duration.isNegative() && duration.compareTo(MAX_TIMEOUT) <= 0) {
                return duration;
            }
        } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "timeout \""
                            + text
                            + "\" is neither milliseconds nor a duration such as PT2.5S",
                    e);
        }
        throw new IllegalArgumentException(
                "timeout " + text + " is not between 0 and one hour (3600000, PT1H)");
    }
}
