package dev.alluvium.state.consolidate;

import com.ibm.icu.text.Normalizer2;
import java.util.Locale;

/** What two spellings of the same text have in common: Unicode form, case and white space gone. */
final class Folding {
    private static final Normalizer2 COMPATIBLE = Normalizer2.getNFKCInstance();
    private static final Normalizer2 CASELESS = Normalizer2.getNFKCCasefoldInstance();

    private Folding() {}

    /** NFKC, with case kept. */
    static String compatible(String text) {
        return COMPATIBLE.normalize(keepRaisedDigitsApart(text));
    }

    /** NFKC_Casefold: case and invisible characters gone. */
    static String caseless(String text) {
        if (isAscii(text)) {
            return text.toLowerCase(Locale.ROOT);
        }
        return CASELESS.normalize(keepRaisedDigitsApart(text));
    }

    /** Runs of white space become one space, none at the ends. */
    static String collapseWhiteSpace(String text) {
        StringBuilder collapsed = new StringBuilder(text.length());
        boolean pending = false;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (isSpace(c)) {
                pending = collapsed.length() > 0;
            } else {
                if (pending) {
                    collapsed.append(' ');
                    pending = false;
                }
                collapsed.appendCodePoint(c);
            }
        }
        return collapsed.toString();
    }

    static boolean isSpace(int c) {
        if (c <= 0x7F) {
            return c == ' ' || c >= '\t' && c <= '\r' || c >= 0x1C && c <= 0x1F;
        }
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\u0085';
    }

    /**
     * NFKC would make 10² and 102, or 1½ and 11⁄2, the same; a caret before each keeps them two.
     */
    private static String keepRaisedDigitsApart(String text) {
        if (text.codePoints().noneMatch(Folding::isRaised)) {
            return text;
        }
        StringBuilder apart = new StringBuilder(text.length() + 8);
        text.codePoints()
                .forEach(
                        c -> {
                            if (isRaised(c)) {
                                apart.append('^');
                            }
                            apart.appendCodePoint(c);
                        });
        return apart.toString();
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0x7F) {
                return false;
            }
        }
        return true;
    }

    private static boolean isRaised(int c) {
        return c > 0x7F && Character.getType(c) == Character.OTHER_NUMBER;
    }
}
