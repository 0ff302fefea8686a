package dev.alluvium.state.episode;

/** Compares ids as people number them: runs of digits by value, all else by character. */
final class NaturalOrder {

    private NaturalOrder() {}

    static int compare(String one, String other) {
        int i = 0;
        int j = 0;
        while (i < one.length() && j < other.length()) {
            if (isDigit(one.charAt(i)) && isDigit(other.charAt(j))) {
                int endOfOne = endOfNumber(one, i);
                int endOfOther = endOfNumber(other, j);
                int difference = compareNumbers(one, i, endOfOne, other, j, endOfOther);
                if (difference != 0) {
                    return difference;
                }
                i = endOfOne;
                j = endOfOther;
            } else {
                int difference = Character.compare(one.charAt(i++), other.charAt(j++));
                if (difference != 0) {
                    return difference;
                }
            }
        }
        int rest = Integer.compare(one.length() - i, other.length() - j);
        // 01 and 1 are equal numbers, but not equal ids
        return rest != 0 ? rest : one.compareTo(other);
    }

    private static int compareNumbers(
            String one, int from, int to, String other, int otherFrom, int otherTo) {
        int i = skipZeros(one, from, to);
        int j = skipZeros(other, otherFrom, otherTo);
        if (to - i != otherTo - j) {
            return Integer.compare(to - i, otherTo - j);
        }
        return one.substring(i, to).compareTo(other.substring(j, otherTo));
    }

    private static int skipZeros(String text, int from, int to) {
        int at = from;
        while (at < to && text.charAt(at) == '0') {
            at++;
        }
        return at;
    }

    private static int endOfNumber(String text, int from) {
        int at = from;
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
