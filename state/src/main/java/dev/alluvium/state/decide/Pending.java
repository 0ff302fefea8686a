package dev.alluvium.state.decide;

import dev.alluvium.state.decide.SaveQuestion.Candidate;
import dev.alluvium.state.decide.SaveQuestion.Wanted;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a memory notes of a question until it is decided: which records, in which versions, the
 * decision may touch. It is applied once, and to nothing that has changed since or was not offered.
 */
public record Pending(List<Item> items) {

    public Pending {
        items = List.copyOf(items);
    }

    /**
     * @param offered version by id of each candidate
     */
    public record Item(String id, int version, Wanted wanted, Map<String, Integer> offered) {

        public Item {
            offered = Map.copyOf(offered);
        }
    }

    public static Pending of(SaveQuestion question) {
        return new Pending(
                question.items().stream()
                        .map(
                                item ->
                                        new Item(
                                                item.id(),
                                                item.version(),
                                                item.wanted(),
                                                item.candidates().stream()
                                                        .collect(
                                                                Collectors.toMap(
                                                                        Candidate::id,
                                                                        Candidate::version))))
                        .toList());
    }
}
