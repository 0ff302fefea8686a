package dev.alluvium.query.route;

import dev.alluvium.state.json.Fields;
import dev.alluvium.state.record.RecordDraft;
import dev.alluvium.state.record.RecordJson;
import dev.alluvium.state.record.RecordPatch;
import dev.alluvium.state.scope.Scope;

/**
 * Drafts and patches as a request's body gives them, moved to where the caller's view puts them.
 */
final class RecordFields {

    private RecordFields() {}

    /** A patch that changes something; its problems are noted in {@code fields}. */
    static RecordPatch patch(Fields fields) {
        try {
            RecordPatch patch = RecordJson.patch(fields);
            if (isEmpty(patch) && !fields.hasProblems()) {
                fields.problem("", "nothing is changed; name at least one field");
            }
            return patch;
        } catch (IllegalArgumentException e) {
            if (!fields.hasProblems()) {
                fields.problem("content", e.getMessage());
            }
            return null;
        }
    }

    static RecordDraft placed(RecordDraft draft, String id, Scope scope) {
        return new RecordDraft(
                id,
                draft.content(),
                scope,
                draft.categories(),
                draft.metadata(),
                draft.importance(),
                draft.source(),
                draft.isPrivate(),
                draft.createdAt(),
                draft.validFrom(),
                draft.validTo(),
                draft.vector());
    }

    static RecordPatch withScope(RecordPatch patch, Scope scope) {
        return new RecordPatch(
                patch.content(),
                scope,
                patch.categories(),
                patch.metadata(),
                patch.importance(),
                patch.source(),
                patch.isPrivate(),
                patch.validFrom(),
                patch.validTo(),
                patch.vector());
    }

    private static boolean isEmpty(RecordPatch patch) {
        return patch.content() == null
                && patch.scope() == null
                && patch.categories() == null
                && patch.metadata() == null
                && patch.importance() == null
                && patch.source() == null
                && patch.isPrivate() == null
                && patch.validFrom() == null
                && patch.validTo() == null
                && patch.vector() == null;
    }
}
