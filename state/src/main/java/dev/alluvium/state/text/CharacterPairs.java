package dev.alluvium.state.text;

import java.util.List;

/**
 * Makes terms of Chinese, Japanese and Korean runs: each pair of neighbouring characters, and each
 * ideograph alone, since words of one character are common and a segmentation that differs between
 * text and query would hide the text.
 */
final class CharacterPairs {

    private final StringBuilder run = new StringBuilder();
    private int end = -1;

    static boolean isPaired(String tokenType) {
        return switch (tokenType) {
            case "<IDEOGRAPHIC>", "<HIRAGANA>", "<KATAKANA>", "<HANGUL>" -> true;
            default -> false;
        };
    }

    void add(CharSequence token, int startOffset, int endOffset, List<String> terms) {
        if (startOffset != end) {
            flush(terms);
        }
        run.append(token);
        end = endOffset;
    }

    void flush(List<String> terms) {
        int length = run.length();
        int second;
        for (int i = 0; i < length; i = second) {
            second = run.offsetByCodePoints(i, 1);
            if (Character.isIdeographic(run.codePointAt(i)) || second == length && i == 0) {
                terms.add(run.substring(i, second));
            }
            if (second < length) {
                terms.add(run.substring(i, run.offsetByCodePoints(second, 1)));
            }
        }
        run.setLength(0);
        end = -1;
    }
}
