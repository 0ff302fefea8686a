package dev.alluvium.state.core;

import dev.alluvium.state.Position;
import dev.alluvium.state.consolidate.Consolidation;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;
import dev.alluvium.state.outcome.ItemOutcome;
import dev.alluvium.state.outcome.ItemOutcome.Action;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.record.RecordDraft;
import dev.alluvium.state.record.RecordPatch;
import dev.alluvium.state.scope.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Applies remember and update to a draft. */
final class RecordWriter {

    private final Draft draft;
    private final Consolidation consolidation;
    private final MemoryOptions options;
    private final Position position;

    RecordWriter(
            Draft draft, Consolidation consolidation, MemoryOptions options, Position position) {
        this.draft = draft;
        this.consolidation = consolidation;
        this.options = options;
        this.position = position;
    }

    List<ItemOutcome> remember(List<RecordDraft> records) {
        long firstOfBatch = draft.header().nextRecord();
        List<ItemOutcome> outcomes = new ArrayList<>(records.size());
        for (int i = 0; i < records.size(); i++) {
            outcomes.add(remember(records.get(i), i, firstOfBatch));
        }
        return outcomes;
    }

    private ItemOutcome remember(RecordDraft record, int index, long firstOfBatch) {
        String id = record.id() == null ? LogIds.ulid(draft.known(), position, index) : record.id();
        long existing = draft.current(id);
        if (existing >= 0) {
            return again(id, existing, record);
        }
        Scope scope = record.scope() == null ? Scope.ROOT : record.scope();
        Instant created = record.createdAt() == null ? draft.known() : record.createdAt();
        Instant validFrom = validFrom(record, created);
        float[] unit = draft.unit(record.vector());
        double importance = importance(record);
        Optional<Consolidation.Duplicate> duplicate =
                consolidation.find(record, scope, validFrom, unit, firstOfBatch);
        if (duplicate.isPresent()) {
            long ordinal = duplicate.get().ordinal();
            draft.touch(ordinal, draft.known(), importance);
            return new ItemOutcome(
                    id, Action.DUPLICATE, draft.record(ordinal).id(), duplicate.get().reason());
        }
        MemoryRecord inserted =
                new MemoryRecord(
                        id,
                        1,
                        record.content(),
                        scope,
                        record.categories(),
                        record.metadata(),
                        importance,
                        record.source(),
                        record.isPrivate(),
                        created,
                        created,
                        validFrom,
                        record.validTo(),
                        draft.known(),
                        null);
        draft.insert(inserted, unit);
        return new ItemOutcome(id, Action.INSERTED, null, null);
    }

    /**
     * The id is known: the same text changes nothing, another is a new version of it. What the
     * writer left out stays as it is, so that saving again never makes a private record public.
     */
    private ItemOutcome again(String id, long existing, RecordDraft record) {
        MemoryRecord current = draft.record(existing);
        if (current.content().equals(record.content())) {
            draft.touch(existing, draft.known(), importance(record));
            return new ItemOutcome(id, Action.DUPLICATE, id, "this id already holds this text");
        }
        RecordPatch patch =
                new RecordPatch(
                        record.content(),
                        record.scope(),
                        record.categories().isEmpty() ? null : record.categories(),
                        record.metadata().isEmpty() ? null : record.metadata(),
                        record.importance(),
                        record.source(),
                        record.isPrivate() ? true : null,
                        record.validFrom(),
                        record.validTo(),
                        record.vector());
        return update(id, patch);
    }

    ItemOutcome update(String id, RecordPatch patch) {
        long existing = draft.current(id);
        if (existing < 0) {
            return new ItemOutcome(id, Action.NOT_FOUND, null, "no record has this id");
        }
        MemoryRecord old = draft.record(existing);
        MemoryRecord next =
                new MemoryRecord(
                        id,
                        old.version() + 1,
                        or(patch.content(), old.content()),
                        or(patch.scope(), old.scope()),
                        or(patch.categories(), old.categories()),
                        or(patch.metadata(), old.metadata()),
                        or(patch.importance(), old.importance()),
                        or(patch.source(), old.source()),
                        or(patch.isPrivate(), old.isPrivate()),
                        old.createdAt(),
                        draft.known().isAfter(old.lastAccessed())
                                ? draft.known()
                                : old.lastAccessed(),
                        or(patch.validFrom(), old.validFrom()),
                        or(patch.validTo(), old.validTo()),
                        draft.known(),
                        null);
        boolean sameText = next.content().equals(old.content());
        float[] unit =
                patch.vector() != null
                        ? draft.unit(patch.vector())
                        : sameText ? draft.vector(existing) : null;
        draft.close(existing);
        draft.insert(next, unit);
        return new ItemOutcome(id, Action.UPDATED, null, null);
    }

    private double importance(RecordDraft record) {
        return record.importance() != null
                ? record.importance()
                : options.get(Setting.DEFAULT_IMPORTANCE);
    }

    /**
     * True since it was created, unless the writer says when; an end before that moves the start to
     * just before it.
     */
    private static Instant validFrom(RecordDraft record, Instant created) {
        if (record.validFrom() != null) {
            return record.validFrom();
        }
        return record.validTo() != null && !created.isBefore(record.validTo())
                ? record.validTo().minusMillis(1)
                : created;
    }

    private static <T> T or(T changed, T old) {
        return changed != null ? changed : old;
    }
}
