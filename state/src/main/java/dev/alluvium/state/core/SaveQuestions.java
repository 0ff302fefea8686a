package dev.alluvium.state.core;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.consolidate.Consolidation;
import dev.alluvium.state.decide.SaveQuestion;
import dev.alluvium.state.decide.SaveQuestion.Candidate;
import dev.alluvium.state.decide.SaveQuestion.Item;
import dev.alluvium.state.decide.SaveQuestion.Wanted;
import dev.alluvium.state.outcome.ItemOutcome;
import dev.alluvium.state.outcome.ItemOutcome.Action;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.record.RecordDraft;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds what a save that was applied leaves open for a language model. */
final class SaveQuestions {

    /** Of texts of candidates in one question: what is offered to later records is less then. */
    private static final int MAX_OFFERED_CHARACTERS = 4 << 20;

    private SaveQuestions() {}

    /** The question, or null where the writer and the rules have said all. */
    static SaveQuestion of(
            MemoryId memory,
            Position position,
            List<RecordDraft> drafts,
            List<ItemOutcome> outcomes,
            Draft draft,
            Consolidation consolidation) {
        Map<String, Item> items = new LinkedHashMap<>();
        long offered = 0;
        for (int i = 0; i < drafts.size(); i++) {
            ItemOutcome outcome = outcomes.get(i);
            if (outcome.action() == Action.INSERTED) {
                Item item = item(outcome.id(), drafts.get(i), draft, consolidation, offered);
                offered +=
                        item.candidates().stream().mapToInt(each -> each.content().length()).sum();
                if (item.wanted().any() || !item.candidates().isEmpty()) {
                    items.put(item.id(), item);
                }
            }
        }
        return items.isEmpty()
                ? null
                : new SaveQuestion(memory, position, List.copyOf(items.values()));
    }

    private static Item item(
            String id, RecordDraft given, Draft draft, Consolidation consolidation, long offered) {
        long ordinal = draft.current(id);
        MemoryRecord record = draft.record(ordinal);
        return new Item(
                id,
                record.version(),
                record.content(),
                new Wanted(
                        given.scope() == null,
                        given.categories().isEmpty(),
                        given.importance() == null),
                offered > MAX_OFFERED_CHARACTERS
                        ? List.of()
                        : consolidation.candidates(record, ordinal, draft.vector(ordinal)).stream()
                                .map(
                                        near ->
                                                new Candidate(
                                                        near.id(),
                                                        near.version(),
                                                        near.content(),
                                                        near.validFrom()))
                                .toList());
    }
}
