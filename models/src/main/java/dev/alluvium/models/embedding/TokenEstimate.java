package dev.alluvium.models.embedding;

/**
 * Guesses the tokens of a text, rather too many than too few, for providers that refuse what is too
 * long: three ASCII characters to a token, and a token and a half for any other.
 */
final class TokenEstimate {

    private static final double ASCII = 1.0 / 3;
    private static final double OTHER = 1.5;

    private TokenEstimate() {}

    static int of(String text) {
        double tokens = 1;
        for (int i = 0; i < text.length(); i++) {
            tokens += weight(text.charAt(i));
        }
        return (int) tokens;
    }

    /** The beginning of a text that is within so many tokens, not cut within a character. */
    static String cut(String text, int maxTokens) {
        double tokens = 1;
        for (int i = 0; i < text.length(); i++) {
            tokens += weight(text.charAt(i));
            if (tokens > maxTokens) {
                boolean within = i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
                return text.substring(0, within ? i - 1 : i);
            }
        }
        return text;
    }

    private static double weight(char c) {
        return c < 128 ? ASCII : OTHER;
    }
}
