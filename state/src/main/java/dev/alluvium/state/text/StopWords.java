package dev.alluvium.state.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.WordlistLoader;
import org.apache.lucene.analysis.snowball.SnowballFilter;

/** Word lists that Lucene's language analyzers keep to themselves or write in another form. */
final class StopWords {

    private StopWords() {}

    /**
     * Snowball's English list; the analyzer's own has 33 words and lacks "when", "who" or "did".
     */
    static CharArraySet english() {
        try (InputStream list = SnowballFilter.class.getResourceAsStream("english_stop.txt")) {
            return WordlistLoader.getSnowballWordSet(
                    new InputStreamReader(list, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What French and Italian join to the next word with an apostrophe. */
    static CharArraySet elisions() {
        return new CharArraySet(
                List.of(
                        "l", "m", "t", "qu", "n", "s", "j", "d", "c", "jusqu", "quoiqu", "lorsqu",
                        "puisqu", "un", "dell", "all", "dall", "nell", "sull", "coll", "quest",
                        "quell", "gl", "degl", "agl", "dagl", "negl", "sugl"),
                false);
    }

    /** The words of a list in the form that analysis compares: NFKC, case folded. */
    static Set<String> folded(CharArraySet words) {
        Set<String> folded = new HashSet<>();
        for (Object word : words) {
            folded.add(Folding.fold(new String((char[]) word)));
        }
        return Set.copyOf(folded);
    }
}
