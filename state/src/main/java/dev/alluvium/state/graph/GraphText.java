package dev.alluvium.state.graph;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.Normalizer2;
import java.util.Locale;

/**
 * The writing of names and facts: canonical (NFC), white space collapsed, and for names the key by
 * which two writings are one name.
 */
public final class GraphText {

    /** Longest name, type or attribute, in characters. */
    public static final int MAX_NAME_CHARACTERS = 512;

    private static final Normalizer2 NFC = Normalizer2.getNFCInstance();

    private GraphText() {}

    /** In NFC, each run of white space as one space, none at the ends. */
    public static String canonical(String text) {
        String composed = NFC.normalize(text);
        return isCollapsed(composed) ? composed : collapsed(composed);
    }

    /** Whether all white space is single spaces between words, as in most texts. */
    private static boolean isCollapsed(String text) {
        boolean space = true;
        for (int i = 0; i < text.length(); i++) {
            // All white space is of one character.
            char character = text.charAt(i);
            if (character == ' ') {
                if (space) {
                    return false;
                }
                space = true;
            } else if (UCharacter.isUWhiteSpace(character)) {
                return false;
            } else {
                space = false;
            }
        }
        return !space || text.isEmpty();
    }

    private static String collapsed(String composed) {
        StringBuilder out = new StringBuilder(composed.length());
        boolean space = false;
        for (int i = 0; i < composed.length(); ) {
            int character = composed.codePointAt(i);
            i += Character.charCount(character);
            if (UCharacter.isUWhiteSpace(character)) {
                space = !out.isEmpty();
            } else {
                if (space) {
                    out.append(' ');
                    space = false;
                }
                out.appendCodePoint(character);
            }
        }
        return out.toString();
    }

    /** A name, type or attribute; refused when it is blank or too long. */
    public static String name(String what, String text) {
        String canonical = text == null ? "" : canonical(text);
        if (canonical.isEmpty()) {
            throw new IllegalArgumentException(what + " is blank; give a name");
        }
        if (canonical.length() > MAX_NAME_CHARACTERS) {
            throw new IllegalArgumentException(
                    what
                            + " has "
                            + canonical.length()
                            + " characters; at most "
                            + MAX_NAME_CHARACTERS
                            + " are allowed");
        }
        return canonical;
    }

    /**
     * What two writings of one name have in common: canonical, and folded by the full case folding
     * of Unicode.
     */
    public static String key(String name) {
        String canonical = canonical(name);
        return isAscii(canonical)
                ? canonical.toLowerCase(Locale.ROOT)
                : NFC.normalize(UCharacter.foldCase(canonical, true));
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }
}
