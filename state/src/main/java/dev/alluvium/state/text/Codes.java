package dev.alluvium.state.text;

import java.util.List;

/**
 * Finds what a tokenizer would only give in pieces but people look for as a whole: {@code
 * PROJ-1234}, {@code $50k}, {@code 10.0.0.1:8080}, {@code a@b.org}, {@code c++}.
 */
final class Codes {

    private static final int MAX_CHARACTERS = 64;
    private static final String JOINTS = "-/:@#$€£¥%+=&\\~_";
    private static final String LEADING = "([{<\"'`*-~=:/&\\";
    private static final String TRAILING = ")]}>\"'`*-~=:/&\\.,;!?…";

    private Codes() {}

    /** Adds each code of a folded text to {@code codes}. */
    static void find(String text, List<String> codes) {
        int start = 0;
        boolean joint = false;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : ' ';
            if (c == ' ' || Character.isWhitespace(c)) {
                if (joint) {
                    addCode(text, start, i, codes);
                }
                start = i + 1;
                joint = false;
            } else if (!(c >= 'a' && c <= 'z') && JOINTS.indexOf(c) >= 0) {
                joint = true;
            }
        }
    }

    private static void addCode(String text, int from, int to, List<String> codes) {
        int start = from;
        int end = to;
        while (start < end && LEADING.indexOf(text.charAt(start)) >= 0) {
            start++;
        }
        while (end > start && TRAILING.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        if (end - start >= 2 && end - start <= MAX_CHARACTERS && isCode(text, start, end)) {
            codes.add(text.substring(start, end));
        }
    }

    private static boolean isCode(String text, int start, int end) {
        boolean digit = false;
        boolean letter = false;
        boolean joint = false;
        boolean at = false;
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            digit |= Character.isDigit(c);
            letter |= Character.isLetter(c);
            joint |= JOINTS.indexOf(c) >= 0;
            at |= c == '@' && i > start;
        }
        char last = text.charAt(end - 1);
        boolean language = letter && (last == '+' || last == '#');
        return joint && (digit || at || language);
    }
}
