package dev.alluvium.state.consolidate;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tells texts apart that embeddings think the same: "limit is 1000" and "limit is 2000", "supports
 * X" and "does not support X" are nearly one vector and yet two facts.
 *
 * <p>Text rules only, in many languages, and on the safe side: a text wrongly called different is
 * stored once more, one wrongly called the same is lost. Texts that differ in case, white space,
 * punctuation or Unicode form, or in plain lower-case words no rule knows, are not told apart; that
 * is for the vectors to say.
 */
public final class Distinction {
    private Distinction() {}

    /** Why {@code one} and {@code other} say different things, or empty when no rule finds it. */
    public static Optional<String> between(String one, String other) {
        if (one.equals(other)) {
            return Optional.empty();
        }
        Reading a = WordReader.read(one);
        Reading b = WordReader.read(other);
        List<Integer> beyondB = a.beyond(b);
        List<Integer> beyondA = b.beyond(a);
        return differ("numbers or codes", a.numbers(), b.numbers())
                .or(() -> differ("symbols", a.symbols(), b.symbols()))
                .or(() -> meaningsDiffer("negations", Vocabulary.NEGATIONS, a, b))
                .or(() -> meaningsDiffer("times", Vocabulary.TIMES, a, b))
                .or(() -> opposites(a, beyondB, b, beyondA))
                .or(() -> unit(a, beyondB).or(() -> unit(b, beyondA)))
                .or(() -> name(a, beyondB).or(() -> name(b, beyondA)))
                .or(() -> replacedWithoutCapitals(a, beyondB, b, beyondA))
                .or(() -> otherOrder(a, b));
    }

    private static Optional<String> meaningsDiffer(
            String what, Vocabulary vocabulary, Reading a, Reading b) {
        return differ(what, a.meanings(vocabulary), b.meanings(vocabulary));
    }

    private static Optional<String> differ(String what, List<String> ones, List<String> others) {
        return ones.equals(others)
                ? Optional.empty()
                : Optional.of(what + " differ: " + listed(ones) + " / " + listed(others));
    }

    private static String listed(List<String> each) {
        return each.isEmpty() ? "none" : String.join(", ", each);
    }

    private static Optional<String> opposites(
            Reading a, List<Integer> beyondB, Reading b, List<Integer> beyondA) {
        return Opposites.between(a.at(beyondB, Word::text), b.at(beyondA, Word::text))
                .map(pair -> "opposites: " + pair);
    }

    private static Optional<String> unit(Reading reading, List<Integer> beyond) {
        return beyond.stream()
                .filter(
                        index -> {
                            String word = reading.words().get(index).text();
                            // Short ones, such as m and s, are also rests of contractions.
                            return Vocabulary.UNITS.contains(word)
                                    && (word.length() > 2 || reading.followsNumber(index));
                        })
                .findFirst()
                .map(index -> "units differ: " + reading.words().get(index).text());
    }

    private static Optional<String> name(Reading reading, List<Integer> beyond) {
        return reading.at(beyond, word -> word).stream()
                .filter(Distinction::mayBeName)
                .findFirst()
                .map(word -> "names differ: " + word.text());
    }

    private static boolean mayBeName(Word word) {
        // Times and numbers have been compared by what they mean: Jan is January.
        return word.capital()
                && !(word.initial() && Vocabulary.SMALL_WORDS.contains(word.text()))
                && !Vocabulary.TIMES.contains(word.text())
                && !Vocabulary.NUMBERS.contains(word.text());
    }

    /** Where a script has no capitals any word put in another's place may be a name. */
    private static Optional<String> replacedWithoutCapitals(
            Reading a, List<Integer> beyondB, Reading b, List<Integer> beyondA) {
        Optional<Word> one = caseless(a, beyondB);
        Optional<Word> other = caseless(b, beyondA);
        return one.isPresent() && other.isPresent()
                ? Optional.of("words differ: " + one.get().text() + " / " + other.get().text())
                : Optional.empty();
    }

    private static Optional<Word> caseless(Reading reading, List<Integer> beyond) {
        return reading.at(beyond, word -> word).stream().filter(Word::isCaseless).findFirst();
    }

    /** "tea over coffee", "coffee over tea". */
    private static Optional<String> otherOrder(Reading a, Reading b) {
        Set<String> shared = a.singleWords();
        shared.retainAll(b.singleWords());
        return a.inOrder(shared).equals(b.inOrder(shared))
                ? Optional.empty()
                : Optional.of("the same words stand in another order");
    }
}
