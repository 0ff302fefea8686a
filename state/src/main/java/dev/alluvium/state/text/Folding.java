package dev.alluvium.state.text;

import com.ibm.icu.text.Normalizer2;
import java.util.Locale;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;

/** Makes texts that differ only in writing equal: NFKC, case folding, one kind of apostrophe. */
final class Folding {

    private static final Normalizer2 NFKC_CASEFOLD = Normalizer2.getNFKCCasefoldInstance();

    private Folding() {}

    static String fold(String text) {
        if (isAscii(text)) {
            return text.toLowerCase(Locale.ROOT);
        }
        // İ folds to i and a combining dot, which no reader of "istanbul" would type
        String folded = NFKC_CASEFOLD.normalize(text).replace("i\u0307", "i");
        return folded.replace('\u2019', '\'').replace('\u02bc', '\'');
    }

    /** A word without the diacritics of the Latin script: café and cafe meet. */
    static String withoutDiacritics(String word) {
        if (isAscii(word)) {
            return word;
        }
        char[] out = new char[word.length() * 4];
        int length = ASCIIFoldingFilter.foldToASCII(word.toCharArray(), 0, out, 0, word.length());
        return new String(out, 0, length);
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }
}
