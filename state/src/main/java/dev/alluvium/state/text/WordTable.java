package dev.alluvium.state.text;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A bounded memo of words, since a few thousand of them make up most of any text. Any thread reads
 * and writes it: a place holds the word last put there, so it can forget but never be wrong.
 */
final class WordTable {

    private static final int PLACES = 1 << 15;

    private final AtomicReferenceArray<Word> places = new AtomicReferenceArray<>(PLACES);

    Word of(char[] buffer, int length) {
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + buffer[i];
        }
        int place = (hash ^ hash >>> 16) & PLACES - 1;
        Word known = places.getAcquire(place);
        if (known != null && isSame(known.written, buffer, length)) {
            return known;
        }
        Word word = new Word(new String(buffer, 0, length));
        places.setRelease(place, word);
        return word;
    }

    private static boolean isSame(String word, char[] buffer, int length) {
        if (word.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (word.charAt(i) != buffer[i]) {
                return false;
            }
        }
        return true;
    }
}
