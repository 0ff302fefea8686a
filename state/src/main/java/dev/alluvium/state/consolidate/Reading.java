package dev.alluvium.state.consolidate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A text as the rules of {@link Distinction} compare it. */
record Reading(List<Word> words, List<String> symbols) {

    /** Numbers, number words by their value, and codes, as they follow one another. */
    List<String> numbers() {
        List<String> numbers = new ArrayList<>();
        for (Word word : words) {
            String number = numberOf(word);
            if (number != null) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    /** What the vocabulary makes of these words, sorted, each as often as it occurs. */
    List<String> meanings(Vocabulary vocabulary) {
        List<String> meanings = new ArrayList<>();
        StringBuilder glued = new StringBuilder();
        for (Word word : words) {
            if (word.kind() == Word.Kind.GLUED || Vocabulary.isJoined(word.text())) {
                glued.append(word.text());
            } else if (word.kind() == Word.Kind.PLAIN) {
                glued.append(' ');
                String meaning = vocabulary.meaningOf(word.text());
                if (meaning != null) {
                    meanings.add(meaning);
                }
            }
        }
        vocabulary.findInside(glued.toString(), meanings);
        meanings.sort(null);
        return meanings;
    }

    /**
     * Positions of the words this text has more often than {@code other}, the last ones of each.
     */
    List<Integer> beyond(Reading other) {
        Map<String, Integer> left = new HashMap<>();
        for (Word word : other.words) {
            left.merge(word.text(), 1, Integer::sum);
        }
        List<Integer> beyond = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (left.merge(words.get(i).text(), -1, Integer::sum) < 0) {
                beyond.add(i);
            }
        }
        return beyond;
    }

    /** Words that occur once and are long enough to matter for the order of a sentence. */
    Set<String> singleWords() {
        Map<String, Long> counts =
                words.stream().collect(Collectors.groupingBy(Word::text, Collectors.counting()));
        return words.stream()
                .filter(word -> word.text().length() >= 3 || word.isCaseless())
                .map(Word::text)
                .filter(text -> counts.get(text) == 1)
                .collect(Collectors.toSet());
    }

    List<String> inOrder(Set<String> chosen) {
        return words.stream().map(Word::text).filter(chosen::contains).toList();
    }

    boolean followsNumber(int index) {
        return index > 0 && numberOf(words.get(index - 1)) != null;
    }

    <T> List<T> at(List<Integer> positions, Function<Word, T> what) {
        return positions.stream().map(words::get).map(what).toList();
    }

    private static String numberOf(Word word) {
        return word.kind() == Word.Kind.CODE
                ? word.text()
                : Vocabulary.NUMBERS.meaningOf(word.text());
    }
}
