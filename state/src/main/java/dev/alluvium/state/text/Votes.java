package dev.alluvium.state.text;

import java.util.Arrays;
import java.util.List;

/** Which language a text is in, script by script, as its words voted. */
final class Votes {

    private static final int LANGUAGES = Language.values().length;

    private final int[] count = new int[LANGUAGES];

    void clear() {
        Arrays.fill(count, 0);
    }

    void add(Word word) {
        for (long left = word.votes; left != 0; left &= left - 1) {
            count[Long.numberOfTrailingZeros(left)]++;
        }
    }

    /** The language with most votes, the first of equals; null when the script has no stemmer. */
    Language winner(Script script) {
        Language best = null;
        for (Language language : Language.of(script)) {
            if (best == null || votes(language) > votes(best)) {
                best = language;
            }
        }
        return best;
    }

    /** Whether one language of the script has more votes than any other. */
    boolean isClear(Script script) {
        List<Language> languages = Language.of(script);
        int most = most(languages);
        return languages.size() == 1
                || most > 0 && languages.stream().filter(l -> votes(l) == most).count() == 1;
    }

    /** A bit for each language with at least half the votes of the first. */
    long contenders(Script script) {
        List<Language> languages = Language.of(script);
        int most = most(languages);
        long contenders = 0;
        for (Language language : languages) {
            if (2 * votes(language) >= most) {
                contenders |= 1L << language.ordinal();
            }
        }
        return contenders;
    }

    /** A bit for each language with the most votes; none when there were no votes. */
    long leaders(Script script) {
        List<Language> languages = Language.of(script);
        int most = most(languages);
        long leaders = 0;
        for (Language language : languages) {
            if (most > 0 && votes(language) == most) {
                leaders |= 1L << language.ordinal();
            }
        }
        return leaders;
    }

    private int most(List<Language> languages) {
        int most = 0;
        for (Language language : languages) {
            most = Math.max(most, votes(language));
        }
        return most;
    }

    private int votes(Language language) {
        return count[language.ordinal()];
    }
}
