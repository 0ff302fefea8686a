package dev.alluvium.state.consolidate;

import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits one text into {@link Word}s and the symbols that change amounts. */
final class WordReader {
    private static final Set<UnicodeScript> GLUED_SCRIPTS =
            EnumSet.of(
                    UnicodeScript.HAN,
                    UnicodeScript.HIRAGANA,
                    UnicodeScript.KATAKANA,
                    UnicodeScript.THAI,
                    UnicodeScript.LAO,
                    UnicodeScript.KHMER,
                    UnicodeScript.MYANMAR);

    private static final String CONNECTORS = ".,:/\\@-'&+#";
    private static final String CODE_CONNECTORS = "./\\@_";
    private static final String SENTENCE_ENDS = ".!?:;\u3002\n\u2022\u0964\u061F";
    private static final String APOSTROPHES = "\u2019\u02BC\u2018\u00B4`";
    private static final String AMOUNT_SYMBOLS = "%\u2030\u00B0#^";
    private static final String DRAWN_SYMBOLS = "|~";
    private static final Pattern WORD_BREAKS = Pattern.compile("[,:\\-&+#]");
    private static final Pattern GROUPED = Pattern.compile("([+-]?\\d{1,3}(?:,\\d{3})+)(\\.\\d+)?");
    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("([+-]?\\d[\\d.,]*)(\\p{L}+)");
    private static final Pattern HALF_OF_DAY = Pattern.compile("[ap]m");

    private final int[] text;
    private final List<Word> words = new ArrayList<>();
    private final List<String> symbols = new ArrayList<>();
    private int at;
    private boolean initial = true;

    private WordReader(String text) {
        this.text = Folding.compatible(text).codePoints().map(WordReader::plain).toArray();
    }

    static Reading read(String text) {
        WordReader reader = new WordReader(text);
        while (reader.at < reader.text.length) {
            reader.readOne();
        }
        return new Reading(reader.words, reader.symbols);
    }

    private void readOne() {
        int c = text[at];
        if (isGlued(c)) {
            add(new String(text, at, 1), Word.Kind.GLUED);
            at++;
        } else if (isWordPart(c) || isSign(at)) {
            readToken();
        } else {
            if (isSymbol(c)) {
                symbols.add(Character.toString(c));
            }
            initial |= SENTENCE_ENDS.indexOf(c) >= 0;
            at++;
        }
    }

    private void readToken() {
        int start = at++;
        while (at < text.length
                && (isPlainPart(at)
                        || (CONNECTORS.indexOf(text[at]) >= 0
                                && at + 1 < text.length
                                && isPlainPart(at + 1)))) {
            at++;
        }
        String token = new String(text, start, at - start);
        if (token.codePoints().anyMatch(Character::isDigit)) {
            addNumber(token);
        } else if (token.codePoints().anyMatch(c -> CODE_CONNECTORS.indexOf(c) >= 0)) {
            add(token, Word.Kind.CODE);
        } else {
            for (String part : WORD_BREAKS.split(token)) {
                addPlain(part);
            }
        }
    }

    private void addNumber(String token) {
        Matcher unit = NUMBER_AND_UNIT.matcher(token);
        if (unit.matches() && !HALF_OF_DAY.matcher(Folding.caseless(unit.group(2))).matches()) {
            addNumber(unit.group(1));
            addPlain(unit.group(2));
            return;
        }
        Matcher grouped = GROUPED.matcher(token);
        String number =
                grouped.matches()
                        ? grouped.group(1).replace(",", "")
                                + (grouped.group(2) == null ? "" : grouped.group(2))
                        : token;
        add(number, Word.Kind.CODE);
    }

    /** Takes contractions apart, so that "doesn't" and "does not" deny alike. */
    private void addPlain(String token) {
        String folded = Folding.caseless(token);
        if (folded.endsWith("n't")) {
            add(token.substring(0, token.length() - 3), Word.Kind.PLAIN);
            add("not", Word.Kind.PLAIN);
        } else if (folded.equals("cannot")) {
            add(token.substring(0, 3), Word.Kind.PLAIN);
            add("not", Word.Kind.PLAIN);
        } else {
            for (String part : token.split("'")) {
                add(part, Word.Kind.PLAIN);
            }
        }
    }

    private void add(String token, Word.Kind kind) {
        String folded = Folding.caseless(token);
        if (folded.isEmpty()) {
            return;
        }
        boolean capital =
                token.codePoints()
                        .anyMatch(c -> Character.isUpperCase(c) || Character.isTitleCase(c));
        words.add(new Word(folded, kind, capital, initial));
        initial = false;
    }

    private boolean isPlainPart(int index) {
        return isWordPart(text[index]) && !isGlued(text[index]);
    }

    private boolean isSign(int index) {
        return (text[index] == '-' || text[index] == '+')
                && index + 1 < text.length
                && Character.isDigit(text[index + 1])
                && (index == 0 || !isWordPart(text[index - 1]));
    }

    private static boolean isWordPart(int c) {
        int type = Character.getType(c);
        return Character.isLetterOrDigit(c)
                || c == '_'
                || type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK;
    }

    private static boolean isGlued(int c) {
        return c > 0x7F && GLUED_SCRIPTS.contains(UnicodeScript.of(c));
    }

    private static boolean isSymbol(int c) {
        int type = Character.getType(c);
        return AMOUNT_SYMBOLS.indexOf(c) >= 0
                || type == Character.CURRENCY_SYMBOL
                || (type == Character.MATH_SYMBOL && DRAWN_SYMBOLS.indexOf(c) < 0);
    }

    /** Every script's digits and separators as ASCII, every apostrophe and minus as one. */
    private static int plain(int c) {
        if (c < 0x80) {
            return c == '`' ? '\'' : c;
        }
        if (Character.isDigit(c)) {
            return '0' + Character.digit(c, 10);
        }
        if (APOSTROPHES.indexOf(c) >= 0) {
            return '\'';
        }
        return switch (c) {
            case '\u2212', '\u2010', '\u2011' -> '-';
            case '\u066B' -> '.';
            case '\u066C' -> ',';
            default -> c;
        };
    }
}
