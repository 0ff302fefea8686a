package dev.alluvium.state.text;

import java.util.Arrays;
import java.util.List;

/** Which language a text is in, script by script, as its words voted. */
final class Votes {

    private static final int LANGUAGES = Language.values().length;
    private static final int SCRIPTS = Script.values().length;

    private final int[] count = new int[LANGUAGES];

    /** What was decided for a script, made when first asked for. */
    private final Verdict[] verdicts = new Verdict[SCRIPTS];

    /**
     * The outcome for one script.
     *
     * @param winner the language with most votes, the first of equals; null when the script has no
     *     stemmer
     * @param isClear whether no other language has as many votes
     * @param leaders a bit for each language with the most votes; none when there were no votes
     * @param most how many votes the winner has
     */
    record Verdict(Language winner, boolean isClear, long leaders, int most) {}

    void clear() {
        Arrays.fill(count, 0);
        Arrays.fill(verdicts, null);
    }

    void add(Word word) {
        for (long left = word.votes; left != 0; left &= left - 1) {
            count[Long.numberOfTrailingZeros(left)]++;
        }
    }

    Verdict of(Script script) {
        Verdict verdict = verdicts[script.ordinal()];
        if (verdict == null) {
            verdict = decide(Language.of(script));
            verdicts[script.ordinal()] = verdict;
        }
        return verdict;
    }

    /** Whether a language has at least half the votes of the first of its script. */
    boolean isContender(Language language, Verdict verdict) {
        return 2 * count[language.ordinal()] >= verdict.most;
    }

    private Verdict decide(List<Language> languages) {
        int most = 0;
        for (Language language : languages) {
            most = Math.max(most, count[language.ordinal()]);
        }
        Language winner = null;
        long leaders = 0;
        for (Language language : languages) {
            if (count[language.ordinal()] == most) {
                winner = winner == null ? language : winner;
                leaders |= 1L << language.ordinal();
            }
        }
        boolean clear = languages.size() == 1 || most > 0 && Long.bitCount(leaders) == 1;
        return new Verdict(winner, clear, most == 0 ? 0 : leaders, most);
    }
}
