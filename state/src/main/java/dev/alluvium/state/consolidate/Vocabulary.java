package dev.alluvium.state.consolidate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Words of many languages with what they mean to a rule, read from a resource beside this class:
 * lines {@code meaning = word word …}, {@code #} for remarks.
 */
final class Vocabulary {
    static final Vocabulary NUMBERS = new Vocabulary("numbers.txt");
    static final Vocabulary NEGATIONS = new Vocabulary("negations.txt");
    static final Vocabulary TIMES = new Vocabulary("times.txt");
    static final Vocabulary UNITS = new Vocabulary("units.txt");
    static final Vocabulary SMALL_WORDS = new Vocabulary("small-words.txt");

    private final Map<String, String> meanings = new HashMap<>();
    private final List<String> joined = new ArrayList<>();

    private Vocabulary(String resource) {
        for (String line : lines(resource)) {
            int equals = line.indexOf(" = ");
            String meaning = equals < 0 ? line : line.substring(0, equals);
            for (String word : line.substring(equals < 0 ? 0 : equals + 3).split(" ")) {
                String folded = Folding.caseless(word);
                if (meanings.putIfAbsent(folded, meaning) == null && isJoined(folded)) {
                    joined.add(folded);
                }
            }
        }
    }

    /** The meaning of a folded word, or null when it is not in this vocabulary. */
    String meaningOf(String word) {
        return meanings.get(word);
    }

    boolean contains(String word) {
        return meanings.containsKey(word);
    }

    /** Adds the meaning of every occurrence, inside words too, of the scripts that join words. */
    void findInside(String text, List<String> found) {
        if (text.isBlank()) {
            return;
        }
        for (String word : joined) {
            for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
                found.add(meanings.get(word));
            }
        }
    }

    /** Whether words of this one's script stand without spaces or with endings attached. */
    static boolean isJoined(String word) {
        return switch (UnicodeScript.of(word.codePointAt(0))) {
            case HAN, HIRAGANA, KATAKANA, THAI, HANGUL -> true;
            default -> false;
        };
    }

    /** The lines of a resource beside this class, without remarks. */
    static List<String> lines(String resource) {
        try (InputStream bytes = Vocabulary.class.getResourceAsStream(resource)) {
            if (bytes == null) {
                throw new IllegalStateException(
                        resource + " is missing beside " + Vocabulary.class);
            }
            return new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
