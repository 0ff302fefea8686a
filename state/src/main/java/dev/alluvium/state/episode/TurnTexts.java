package dev.alluvium.state.episode;

/** Which texts of a turn are embedded, so that all who embed turns give the same vectors. */
public final class TurnTexts {

    private static final int MAX_CHARACTERS_BEFORE = 2_000;

    private TurnTexts() {}

    /** The text of the first vector: who said what. */
    public static String alone(TurnDraft turn) {
        return alone(turn.author(), turn.content());
    }

    /** The same of a turn that is kept. */
    public static String alone(Turn turn) {
        return alone(turn.author(), turn.content());
    }

    private static String alone(String author, String content) {
        return author == null ? content : author + ": " + content;
    }

    /**
     * The text of the second vector: the turn after the one before it, since an answer is often
     * found by its question.
     *
     * @param before {@link #before} of the turn before in the same session
     * @param alone of the turn
     */
    public static String pair(String before, String alone) {
        return before + "\n" + alone;
    }

    /** The beginning of what was said before a turn, not cut within a character. */
    public static String before(String alone) {
        if (alone.length() <= MAX_CHARACTERS_BEFORE) {
            return alone;
        }
        boolean within = Character.isHighSurrogate(alone.charAt(MAX_CHARACTERS_BEFORE - 1));
        return alone.substring(0, within ? MAX_CHARACTERS_BEFORE - 1 : MAX_CHARACTERS_BEFORE);
    }
}
