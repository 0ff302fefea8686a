package dev.alluvium.state.core;

import dev.alluvium.state.decide.Analysis;
import dev.alluvium.state.decide.Decision;
import dev.alluvium.state.decide.Pending;
import dev.alluvium.state.decide.Plan;
import dev.alluvium.state.decide.Plan.Step;
import dev.alluvium.state.outcome.ItemOutcome;
import dev.alluvium.state.outcome.ItemOutcome.Action;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.record.RecordPatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Applies what a model decided about a save, as far as it may: nothing that was not offered, and
 * nothing that has changed since. Whoever wrote in between has the last word.
 */
final class DecisionWriter {

    private final Draft draft;
    private final RecordWriter records;
    private final List<ItemOutcome> outcomes = new ArrayList<>();

    DecisionWriter(Draft draft, RecordWriter records) {
        this.draft = draft;
        this.records = records;
    }

    /** What became of the records that the decisions touch. */
    List<ItemOutcome> decide(Pending pending, List<Decision> decisions) {
        Map<String, Decision> byId = new LinkedHashMap<>();
        decisions.forEach(decision -> byId.putIfAbsent(decision.id(), decision));
        for (Pending.Item item : pending.items()) {
            MemoryRecord record = unchanged(item.id(), item.version());
            Decision decision = byId.get(item.id());
            if (record != null && decision != null) {
                decide(item, record, decision);
            }
        }
        return outcomes;
    }

    private void decide(Pending.Item item, MemoryRecord record, Decision decision) {
        String mergedInto =
                decision.plan() == null ? null : consolidate(item, record, decision.plan());
        if (mergedInto != null) {
            draft.touchCurrent(mergedInto, draft.known(), record.importance());
            draft.delete(record.id());
            outcomes.add(
                    new ItemOutcome(
                            record.id(),
                            Action.DUPLICATE,
                            mergedInto,
                            "consolidated by the model"));
        } else if (decision.analysis() != null) {
            file(item, record, decision.analysis());
        }
    }

    /** Takes the plan's steps; the record that says what the new one does, or null if it stays. */
    private String consolidate(Pending.Item item, MemoryRecord record, Plan plan) {
        List<Step> steps = possible(item, plan);
        String kept =
                steps.stream()
                        .filter(step -> step.action() != Plan.Action.DELETE)
                        .sorted((one, other) -> other.action().compareTo(one.action()))
                        .map(Step::id)
                        .findFirst()
                        .orElse(null);
        if (!plan.insertNew() && kept == null) {
            // Neither the old nor the new would be left.
            return null;
        }
        for (Step step : steps) {
            switch (step.action()) {
                case KEEP -> {}
                case UPDATE -> outcomes.add(rewritten(step));
                case DELETE -> outcomes.add(ended(step.id(), record.validFrom()));
            }
        }
        return plan.insertNew() ? null : kept;
    }

    /** One step for each record that was offered and is still what was offered. */
    private List<Step> possible(Pending.Item item, Plan plan) {
        Set<String> seen = new HashSet<>();
        return plan.steps().stream()
                .filter(
                        step ->
                                item.offered().containsKey(step.id())
                                        && unchanged(step.id(), item.offered().get(step.id()))
                                                != null
                                        && seen.add(step.id()))
                .toList();
    }

    private MemoryRecord unchanged(String id, int version) {
        long ordinal = draft.current(id);
        MemoryRecord record = ordinal < 0 ? null : draft.record(ordinal);
        return record != null && record.knownTo() == null && record.version() == version
                ? record
                : null;
    }

    private ItemOutcome rewritten(Step step) {
        int dimension = draft.header().dimension();
        boolean fits = step.vector() != null && step.vector().length == dimension;
        return records.update(
                step.id(),
                new RecordPatch(
                        step.content(),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        fits ? step.vector() : null));
    }

    /** It was true until the new one began; what was known and true before can still be asked. */
    private ItemOutcome ended(String id, Instant at) {
        Instant began = draft.record(draft.current(id)).validFrom();
        Instant end = at.isAfter(began) ? at : began.plusMillis(1);
        ItemOutcome updated =
                records.update(
                        id,
                        new RecordPatch(null, null, null, null, null, null, null, null, end, null));
        return new ItemOutcome(updated.id(), updated.action(), null, "not true since " + end);
    }

    private void file(Pending.Item item, MemoryRecord record, Analysis analysis) {
        Map<String, Object> metadata = new LinkedHashMap<>(analysis.metadata());
        metadata.putAll(record.metadata());
        RecordPatch patch =
                new RecordPatch(
                        null,
                        item.wanted().scope() ? analysis.scope() : null,
                        item.wanted().categories() ? analysis.categories() : null,
                        metadata.equals(record.metadata()) ? null : metadata,
                        item.wanted().importance() ? analysis.importance() : null,
                        null,
                        null,
                        null,
                        null,
                        null);
        outcomes.add(records.update(record.id(), patch));
    }
}
