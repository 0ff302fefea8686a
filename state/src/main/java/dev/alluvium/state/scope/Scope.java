package dev.alluvium.state.scope;

import java.text.Normalizer;
import java.util.List;

/**
 * A place in the tree of a memory: an absolute path that contains itself and, by whole segments,
 * everything below it. Normal form: leading {@code /}, no trailing {@code /}, no empty segments,
 * Unicode NFC; {@code /} is the root. Every other character is plain, {@code %}, {@code _} and
 * quotes included.
 */
public record Scope(String path) implements Comparable<Scope> {

    public static final Scope ROOT = new Scope("/");

    /** The longest path, in characters. */
    public static final int MAX_CHARACTERS = 1024;

    public Scope {
        if (path == null || !path.equals(normalise(path))) {
            throw new IllegalArgumentException(
                    "scope \"" + path + "\" is not in normal form; use Scope.of");
        }
    }

    /**
     * The scope that {@code text} means: slashes are added and collapsed as the normal form wants.
     */
    public static Scope of(String text) {
        return new Scope(normalise(text));
    }

    /**
     * The one segment that stands for any free text, such as an agent's role. Different texts give
     * different segments: only what a path would read otherwise is escaped.
     */
    public static String segment(String text) {
        String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
        if (composed.isEmpty()) {
            throw new IllegalArgumentException(
                    "an empty name gives no scope segment; give at least one character");
        }
        if (composed.chars().allMatch(c -> c == '.') && composed.length() <= 2) {
            return composed.replace(".", "%2E");
        }
        // A mark after a slash composes with the F that now stands before it.
        return Normalizer.normalize(
                composed.replace("%", "%25").replace("/", "%2F"), Normalizer.Form.NFC);
    }

    public boolean isRoot() {
        return path.length() == 1;
    }

    /** Whether {@code other} is this scope or lies below it. */
    public boolean contains(Scope other) {
        return isRoot()
                || other.path.equals(path)
                || (other.path.startsWith(path) && other.path.charAt(path.length()) == '/');
    }

    /** {@code inner} read relative to this scope; a path that would leave this scope is refused. */
    public Scope join(String inner) {
        for (String segment : inner.split("/")) {
            if (segment.equals("..")) {
                throw new IllegalArgumentException(
                        "scope \""
                                + inner
                                + "\" leaves its root \""
                                + path
                                + "\"; name a path below it");
            }
        }
        return of(path + "/" + inner);
    }

    /**
     * This scope as seen from {@code root}, which contains it: the root itself becomes {@code /}.
     */
    public Scope relativeTo(Scope root) {
        if (!root.contains(this)) {
            throw new IllegalArgumentException(
                    "scope \"" + path + "\" is not within \"" + root.path + "\"");
        }
        if (root.isRoot()) {
            return this;
        }
        return path.length() == root.path.length()
                ? ROOT
                : new Scope(path.substring(root.path.length()));
    }

    public Scope parent() {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? ROOT : new Scope(path.substring(0, slash));
    }

    /** Number of segments; the root has none. */
    public int depth() {
        return segments().size();
    }

    public List<String> segments() {
        return isRoot() ? List.of() : List.of(path.substring(1).split("/"));
    }

    @Override
    public int compareTo(Scope other) {
        return path.compareTo(other.path);
    }

    @Override
    public String toString() {
        return path;
    }

    private static String normalise(String text) {
        if (text == null) {
            throw new IllegalArgumentException(
                    "scope is missing; give a path such as /project/alpha");
        }
        String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
        StringBuilder path = new StringBuilder(composed.length() + 1);
        for (String segment : composed.split("/")) {
            if (segment.isEmpty()) {
                continue;
            }
            if (segment.equals("..") || segment.equals(".")) {
                throw new IllegalArgumentException(
                        "scope \""
                                + text
                                + "\" has a segment \""
                                + segment
                                + "\"; name each segment in full");
            }
            path.append('/').append(segment);
        }
        if (path.length() > MAX_CHARACTERS) {
            throw new IllegalArgumentException(
                    "scope has "
                            + path.length()
                            + " characters; at most "
                            + MAX_CHARACTERS
                            + " are allowed");
        }
        return path.isEmpty() ? "/" : path.toString();
    }
}
