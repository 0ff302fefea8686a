package dev.alluvium.state.graph.read;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One entity's line of a {@link ProfileCard}, while facts are put on it from the newest on. */
final class CardLine {

    private static final String BEFORE_FIRST = ": ";
    private static final String BETWEEN = "; ";

    private final String head;
    private final List<String> observations = new ArrayList<>();
    private final List<String> relations = new ArrayList<>();
    private int characters;

    CardLine(String head) {
        this.head = head;
        this.characters = head.length();
    }

    int observations() {
        return observations.size();
    }

    int relations() {
        return relations.size();
    }

    boolean isBare() {
        return observations.isEmpty() && relations.isEmpty();
    }

    int characters() {
        return characters;
    }

    /** Whether not even the shortest fact fits. */
    boolean isFull(int maxCharacters) {
        return characters + BETWEEN.length() >= maxCharacters;
    }

    /** Puts an observation on the line unless it is there, or the line would be too long. */
    void observe(String text, int maxCharacters) {
        add(observations, text, maxCharacters);
    }

    /** Puts a relation on the line likewise. */
    void relate(String text, int maxCharacters) {
        add(relations, text, maxCharacters);
    }

    private void add(List<String> facts, String text, int maxCharacters) {
        int longer = characters + BETWEEN.length() + text.length();
        if (longer <= maxCharacters && !facts.contains(text)) {
            facts.add(text);
            characters = longer;
        }
    }

    @Override
    public String toString() {
        if (isBare()) {
            return head;
        }
        List<String> facts = new ArrayList<>(relations);
        facts.addAll(observations);
        Collections.reverse(facts);
        return head + BEFORE_FIRST + String.join(BETWEEN, facts);
    }
}
