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
        for (int i = 0; i < drafts.size(); i++) {
            ItemOutcome outcome = outcomes.get(i);
            if (outcome.action() == Action.INSERTED) {
                Item item = item(outcome.id(), drafts.get(i), draft, consolidation);
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
            String id, RecordDraft given, Draft draft, Consolidation consolidation) {
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
                consolidation.candidates(record, ordinal, draft.vector(ordinal)).stream()
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
