package dev.alluvium.cli.client;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jline.utils.WCWidth;

/** Text as a terminal shows it: wide letters take two columns, combining marks none. */
final class TextWidth {

    private static final String ELLIPSIS = "…";

    private TextWidth() {}

    static int of(String text) {
        return text.codePoints().map(letter -> Math.max(0, WCWidth.wcwidth(letter))).sum();
    }

    /** The text in one line without control characters. */
    static String oneLine(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    }

    /** What fits into so many columns, ending with an ellipsis where something is left out. */
    static String cut(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        return text.substring(0, fitting(text, 0, columns - 1)).stripTrailing() + ELLIPSIS;
    }

    static String pad(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - of(text)));
    }

    /** The text in at most so many lines, broken at spaces where there are some near. */
    static List<String> wrap(String text, int columns, int maxLines) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (of(rest) > columns && lines.size() < maxLines - 1) {
            int end = Math.max(1, fitting(rest, 0, columns));
            int space = rest.lastIndexOf(' ', end);
            int at = space > end / 2 ? space : end;
            lines.add(rest.substring(0, at).stripTrailing());
            rest = rest.substring(at).stripLeading();
        }
        lines.add(cut(rest, columns));
        return lines;
    }

    /** Where the last letter, with its marks, that fits into so many columns ends. */
    private static int fitting(String text, int from, int columns) {
        BreakIterator letters = BreakIterator.getCharacterInstance(Locale.ROOT);
        letters.setText(text);
        int end = from;
        int width = 0;
        for (int next = letters.following(from);
                next != BreakIterator.DONE;
                next = letters.next()) {
            width += of(text.substring(end, next));
            if (width > columns) {
                return end;
            }
            end = next;
        }
        return end;
    }
}
