package dev.alluvium.state.episode;

/** Which texts of a turn are embedded, so that all who embed turns give the same vectors. */
public final class TurnTexts {

    private TurnTexts() {}

    /** The text of the first vector: who said what. */
    public static String alone(TurnDraft turn) {
        return turn.author() == null ? turn.content() : turn.author() + ": " + turn.content();
    }

    /**
     * The text of the second vector: the turn after the one before it, since an answer is often
     * found by its question.
     *
     * @param before {@link #alone} of the turn before in the same session, or null
     */
    public static String pair(String before, TurnDraft turn) {
        return before == null ? alone(turn) : before + "\n" + alone(turn);
    }
}
