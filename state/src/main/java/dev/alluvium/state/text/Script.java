package dev.alluvium.state.text;

/**
 * The writing system of a word, as far as analysis treats it differently: it narrows the languages
 * a word can be of.
 */
enum Script {
    LATIN,
    CYRILLIC,
    ARABIC,
    DEVANAGARI,
    BENGALI,
    TAMIL,
    TELUGU,
    GREEK,
    ARMENIAN,
    OTHER;

    static Script of(CharSequence word) {
        for (int i = 0; i < word.length(); ) {
            int c = Character.codePointAt(word, i);
            if (Character.isLetter(c)) {
                return of(c);
            }
            i += Character.charCount(c);
        }
        return OTHER;
    }

    private static Script of(int letter) {
        if (letter < 0x250) {
            return LATIN;
        }
        return switch (Character.UnicodeScript.of(letter)) {
            case LATIN -> LATIN;
            case CYRILLIC -> CYRILLIC;
            case ARABIC -> ARABIC;
            case DEVANAGARI -> DEVANAGARI;
            case BENGALI -> BENGALI;
            case TAMIL -> TAMIL;
            case TELUGU -> TELUGU;
            case GREEK -> GREEK;
            case ARMENIAN -> ARMENIAN;
            default -> OTHER;
        };
    }
}
