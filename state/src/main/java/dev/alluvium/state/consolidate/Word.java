package dev.alluvium.state.consolidate;

/**
 * A word of a text as the rules of {@link Distinction} see it.
 *
 * @param text without case, in compatible Unicode form, digits ASCII
 * @param kind how it was written
 * @param capital whether it has a capital letter
 * @param initial whether it begins a sentence, where a capital says nothing
 */
record Word(String text, Kind kind, boolean capital, boolean initial) {
    enum Kind {
        /** Between spaces or punctuation. */
        PLAIN,
        /** One character of a script that writes words without spaces. */
        GLUED,
        /** With a digit, or with inner punctuation such as an address has. */
        CODE
    }

    /** Whether its script has no capitals, so that a name cannot be told from another word. */
    boolean isCaseless() {
        return Character.getType(text.codePointAt(0)) == Character.OTHER_LETTER;
    }
}
