package dev.alluvium.query.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.episode.TurnJson;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.GraphJson;
import dev.alluvium.state.graph.ObservationDraft;
import dev.alluvium.state.graph.ObservationsDraft;
import dev.alluvium.state.graph.RelationDraft;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.record.RecordJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** One row of an import: what it brings, and to which memory. */
record ImportRow(MemoryId memory, ImportItem item) {

    /** What a row may hold, by the name of the member that holds it. */
    private static final Map<String, Function<Fields, ImportItem>> KINDS = kinds();

    private static Map<String, Function<Fields, ImportItem>> kinds() {
        Map<String, Function<Fields, ImportItem>> kinds = new LinkedHashMap<>();
        kinds.put("record", fields -> new ImportItem.Record(RecordJson.draft(fields)));
        kinds.put("turn", fields -> new ImportItem.Turn(TurnJson.draft(fields)));
        kinds.put("entity", fields -> new ImportItem.Entity(GraphJson.entity(fields)));
        kinds.put("observation", ImportRow::observation);
        kinds.put("relation", ImportRow::relation);
        return kinds;
    }

    /**
     * Reads a line as it was parsed.
     *
     * @param app where the line names none, or null
     * @param user where the line names none, or null
     * @param recent the memory of a line before, used again where it is the same
     */
    static ImportRow read(JsonNode line, String app, String user, MemoryId recent) {
        Fields fields = Fields.of(line);
        String ownApp = fields.text("app");
        String ownUser = fields.text("user");
        List<ImportItem> items = new ArrayList<>(1);
        long given = 0;
        for (Map.Entry<String, Function<Fields, ImportItem>> kind : KINDS.entrySet()) {
            given += fields.has(kind.getKey()) ? 1 : 0;
            ImportItem item = fields.object(kind.getKey(), kind.getValue());
            if (item != null) {
                items.add(item);
            }
        }
        if (given != 1) {
            fields.problem("", "a line holds one of " + String.join(", ", KINDS.keySet()));
        }
        fields.done();
        return new ImportRow(
                memory(ownApp == null ? app : ownApp, ownUser == null ? user : ownUser, recent),
                items.get(0));
    }

    /** An observation with the entity that it is of. */
    private static ImportItem observation(Fields fields) {
        fields.require("entity");
        EntityRef entity = GraphJson.reference(fields, "entity");
        ObservationDraft draft = GraphJson.observation(fields);
        refusePastEnd(draft.validFrom(), draft.validTo());
        return entity == null
                ? null
                : new ImportItem.Observation(new ObservationsDraft(entity, List.of(draft)));
    }

    private static ImportItem relation(Fields fields) {
        RelationDraft draft = GraphJson.relation(fields);
        if (draft == null) {
            return null;
        }
        refusePastEnd(draft.validFrom(), draft.validTo());
        return new ImportItem.Relation(draft);
    }

    /** What is not said to have begun before begins now, so that its end cannot be past. */
    private static void refusePastEnd(Instant validFrom, Instant validTo) {
        if (validFrom == null && validTo != null && !validTo.isAfter(Instant.now())) {
            throw new IllegalArgumentException(
                    "valid_to " + validTo + " is past and valid_from is missing; give valid_from");
        }
    }

    private static MemoryId memory(String app, String user, MemoryId recent) {
        if (recent != null && recent.app().equals(app) && recent.user().equals(user)) {
            return recent;
        }
        try {
            return new MemoryId(app, user);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(
                    "", e.getMessage() + ", in the line or as a query parameter");
        }
    }
}
