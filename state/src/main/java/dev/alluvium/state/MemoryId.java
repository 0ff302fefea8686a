package dev.alluvium.state;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Names one memory: the pair of an application and one of its users, each any text of 1 to 256
 * characters.
 */
public record MemoryId(String app, String user) implements Comparable<MemoryId> {

    private static final int MAX_CHARACTERS = 256;

    public MemoryId {
        check("app", app);
        check("user", user);
    }

    /** Reads what {@link #key()} wrote. */
    public static MemoryId ofKey(String key) {
        int slash = key.indexOf('/');
        if (slash < 0 || slash != key.lastIndexOf('/')) {
            throw new IllegalArgumentException(
                    "memory key \"" + key + "\" is not app/user with each part percent-encoded");
        }
        return new MemoryId(decode(key.substring(0, slash)), decode(key.substring(slash + 1)));
    }

    /**
     * The key of this memory in Kafka and in keyed state: {@code app/user}, each part
     * percent-encoded.
     */
    public String key() {
        return encode(app) + '/' + encode(user);
    }

    @Override
    public int compareTo(MemoryId other) {
        int byApp = app.compareTo(other.app);
        return byApp != 0 ? byApp : user.compareTo(other.user);
    }

    @Override
    public String toString() {
        return key();
    }

    private static String encode(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String decode(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static void check(String name, String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(
                    name + " is empty; give 1 to " + MAX_CHARACTERS + " characters");
        }
        if (value.length() > MAX_CHARACTERS) {
            throw new IllegalArgumentException(
                    name
                            + " has "
                            + value.length()
                            + " characters; at most "
                            + MAX_CHARACTERS
                            + " are allowed");
        }
    }
}
