package dev.alluvium.state.consolidate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Pairs of words of which one in place of the other turns a text around: listed ones (lines {@code
 * word word | word word}, a side each) and those that differ by a denying prefix.
 */
final class Opposites {
    private static final String[] DENYING_PREFIXES = {
        "un", "in", "im", "il", "ir", "dis", "non", "anti", "de", "mis", "des", "dés", "не", "без"
    };
    private static final int SHORTEST_STEM = 4;
    private static final Map<String, List<Side>> SIDES = sides();

    private record Side(int line, int number) {}

    private Opposites() {}

    /** A word of {@code ones} and its opposite among {@code others}, if there are such. */
    static Optional<String> between(List<String> ones, List<String> others) {
        Map<Integer, Map<Integer, String>> there = new HashMap<>();
        for (String other : others) {
            for (Side side : SIDES.getOrDefault(other, List.of())) {
                there.computeIfAbsent(side.line(), line -> new HashMap<>())
                        .put(side.number(), other);
            }
        }
        for (String one : ones) {
            for (Side side : SIDES.getOrDefault(one, List.of())) {
                for (var found : there.getOrDefault(side.line(), Map.of()).entrySet()) {
                    if (found.getKey() != side.number()) {
                        return Optional.of(one + ", " + found.getValue());
                    }
                }
            }
        }
        return byPrefix(ones, others).or(() -> byPrefix(others, ones));
    }

    private static Optional<String> byPrefix(List<String> stems, List<String> denied) {
        Set<String> there = new HashSet<>(denied);
        for (String stem : stems) {
            if (stem.length() >= SHORTEST_STEM) {
                for (String prefix : DENYING_PREFIXES) {
                    if (there.contains(prefix + stem)) {
                        return Optional.of(stem + ", " + prefix + stem);
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static Map<String, List<Side>> sides() {
        Map<String, List<Side>> sides = new HashMap<>();
        int lineNumber = 0;
        for (String line : Vocabulary.lines("opposites.txt")) {
            int sideNumber = 0;
            for (String side : line.split(" \\| ")) {
                for (String word : side.split(" ")) {
                    sides.computeIfAbsent(Folding.caseless(word), each -> new ArrayList<>())
                            .add(new Side(lineNumber, sideNumber));
                }
                sideNumber++;
            }
            lineNumber++;
        }
        return sides;
    }
}
