package dev.alluvium.state.graph;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordJson;
import java.util.List;

/** What writers say of the graph, as JSON: the same fields over HTTP, in the log and in files. */
public final class GraphJson {

    /** Most entries of a list inside a command. */
    public static final int MAX_ENTRIES = 1_000;

    private GraphJson() {}

    public static EntityDraft entity(Fields fields) {
        fields.require("name");
        return new EntityDraft(
                id(fields),
                fields.text("name"),
                fields.text("type"),
                fields.flag("distinct", false),
                fields.texts("aliases"),
                observations(fields));
    }

    public static ObservationsDraft observationsOf(Fields fields) {
        fields.require("entity");
        fields.require("observations");
        EntityRef entity = reference(fields, "entity");
        String attribute = fields.text("attribute");
        Boolean singleValued = fields.flag("single_valued");
        List<ObservationDraft> observations = observations(fields);
        if (entity == null || observations == null) {
            return null;
        }
        return new ObservationsDraft(
                entity,
                observations.stream()
                        .map(each -> withDefaults(each, attribute, singleValued))
                        .toList());
    }

    private static ObservationDraft withDefaults(
            ObservationDraft draft, String attribute, Boolean singleValued) {
        return new ObservationDraft(
                draft.id(),
                draft.content(),
                draft.attribute() == null ? attribute : draft.attribute(),
                draft.singleValued() == null ? singleValued : draft.singleValued(),
                draft.validFrom(),
                draft.validTo(),
                draft.provenance(),
                draft.vector());
    }

    private static List<ObservationDraft> observations(Fields fields) {
        return fields.textsOrObjects(
                "observations", MAX_ENTRIES, ObservationDraft::ofContent, GraphJson::observation);
    }

    public static ObservationDraft observation(Fields fields) {
        fields.require("content");
        return new ObservationDraft(
                id(fields),
                fields.text("content"),
                fields.text("attribute"),
                fields.flag("single_valued"),
                fields.instant("valid_from"),
                fields.instant("valid_to"),
                provenance(fields),
                fields.vector("vector"));
    }

    public static RelationDraft relation(Fields fields) {
        fields.require("source");
        fields.require("type");
        fields.require("target");
        EntityRef source = reference(fields, "source");
        EntityRef target = reference(fields, "target");
        String type = fields.text("type");
        Boolean singleValued = fields.flag("single_valued");
        java.time.Instant validFrom = fields.instant("valid_from");
        java.time.Instant validTo = fields.instant("valid_to");
        // A relation's own source is an entity, so who said it has another name.
        Provenance provenance =
                new Provenance(
                        fields.text("said_by"),
                        fields.text("session"),
                        fields.text("turn"),
                        fields.text("record"),
                        fields.number("confidence", 0, 1));
        String id = id(fields);
        float[] vector = fields.vector("vector");
        if (source == null || target == null || type == null) {
            return null;
        }
        return new RelationDraft(
                id, source, type, target, singleValued, validFrom, validTo, provenance, vector);
    }

    private static String id(Fields fields) {
        String id = fields.text("id", GraphText.MAX_NAME_CHARACTERS);
        if (id != null && id.isBlank()) {
            fields.problem("id", "id is blank; leave it out or name it");
        }
        return id;
    }

    /** An entity by its name, or by name and type. */
    public static EntityRef reference(Fields fields, String name) {
        return fields.textOrObject(name, EntityRef::of, GraphJson::reference);
    }

    /** An entity as an object of name and type. */
    public static EntityRef reference(Fields fields) {
        fields.require("name");
        return new EntityRef(fields.text("name"), fields.text("type"));
    }

    private static Provenance provenance(Fields fields) {
        return new Provenance(
                fields.text("source"),
                fields.text("session"),
                fields.text("turn"),
                fields.text("record"),
                fields.number("confidence", 0, 1));
    }

    /** The revision of this kind, such as {@code invalidate}. */
    public static Revision revision(String kind, Fields fields) {
        return switch (kind) {
            case "invalidate" -> new Revision.Invalidate(fields.instant("at"));
            case "retract" -> new Revision.Retract(fields.text("reason"));
            case "supersede" -> {
                fields.require("by");
                yield new Revision.Supersede(fields.text("by"), fields.instant("at"));
            }
            case "correct" ->
                    new Revision.Correct(
                            fields.text("content"),
                            fields.text("type"),
                            reference(fields, "target"),
                            fields.instant("valid_from"),
                            fields.instant("valid_to"),
                            fields.isNull("valid_to"),
                            fields.number("confidence", 0, 1),
                            fields.instant("of"),
                            fields.vector("vector"));
            default ->
                    throw new IllegalArgumentException(
                            "unknown revision \""
                                    + kind
                                    + "\"; known: invalidate, correct, retract, supersede");
        };
    }

    /** The name of a revision's kind. */
    public static String kind(Revision revision) {
        return revision.match(RevisionKinds.INSTANCE);
    }

    public static GraphSelection selection(Fields fields) {
        GraphSelection selection =
                new GraphSelection(
                        fields.textsOrObjects(
                                "entities", MAX_ENTRIES, EntityRef::of, GraphJson::reference),
                        fields.objects("observations", MAX_ENTRIES, GraphJson::selected),
                        fields.objects("relations", MAX_ENTRIES, GraphJson::triple),
                        fields.texts("facts"),
                        fields.texts("sessions"),
                        fields.texts("turns"));
        if (selection.isEmpty() && !fields.hasProblems()) {
            throw new IllegalArgumentException(
                    "nothing is selected; give entities, observations, relations, facts, sessions or turns");
        }
        return selection;
    }

    private static GraphSelection.Observations selected(Fields fields) {
        fields.require("entity");
        fields.require("contents");
        EntityRef entity = reference(fields, "entity");
        List<String> contents = fields.texts("contents");
        return entity == null || contents == null
                ? null
                : new GraphSelection.Observations(entity, contents);
    }

    private static GraphSelection.Triple triple(Fields fields) {
        fields.require("source");
        fields.require("type");
        fields.require("target");
        EntityRef source = reference(fields, "source");
        String type = fields.text("type");
        EntityRef target = reference(fields, "target");
        return source == null || type == null || target == null
                ? null
                : new GraphSelection.Triple(source, type, target);
    }

    public static ObjectNode write(EntityDraft draft) {
        ObjectNode json = Json.object();
        RecordJson.put(json, "id", draft.id());
        json.put("name", draft.name());
        RecordJson.put(json, "type", draft.type());
        if (draft.distinct()) {
            json.put("distinct", true);
        }
        if (!draft.aliases().isEmpty()) {
            RecordJson.putTexts(json, "aliases", draft.aliases());
        }
        if (!draft.observations().isEmpty()) {
            ArrayNode observations = json.putArray("observations");
            draft.observations().forEach(each -> observations.add(write(each)));
        }
        return json;
    }

    public static ObjectNode write(ObservationsDraft draft) {
        ObjectNode json = Json.object();
        putReference(json, "entity", draft.entity());
        ArrayNode observations = json.putArray("observations");
        draft.observations().forEach(each -> observations.add(write(each)));
        return json;
    }

    public static ObjectNode write(ObservationDraft draft) {
        ObjectNode json = Json.object();
        RecordJson.put(json, "id", draft.id());
        json.put("content", draft.content());
        RecordJson.put(json, "attribute", draft.attribute());
        if (draft.singleValued() != null) {
            json.put("single_valued", draft.singleValued());
        }
        RecordJson.put(json, "valid_from", draft.validFrom());
        RecordJson.put(json, "valid_to", draft.validTo());
        putProvenance(json, "source", draft.provenance());
        RecordJson.putVector(json, "vector", draft.vector());
        return json;
    }

    public static ObjectNode write(RelationDraft draft) {
        ObjectNode json = Json.object();
        RecordJson.put(json, "id", draft.id());
        putReference(json, "source", draft.source());
        json.put("type", draft.type());
        putReference(json, "target", draft.target());
        if (draft.singleValued() != null) {
            json.put("single_valued", draft.singleValued());
        }
        RecordJson.put(json, "valid_from", draft.validFrom());
        RecordJson.put(json, "valid_to", draft.validTo());
        putProvenance(json, "said_by", draft.provenance());
        RecordJson.putVector(json, "vector", draft.vector());
        return json;
    }

    /** A name, or where a type tells homonyms apart an object of both. */
    public static void putReference(ObjectNode json, String field, EntityRef entity) {
        if (entity.type() == null) {
            json.put(field, entity.name());
        } else {
            json.set(field, write(entity));
        }
    }

    private static ObjectNode write(EntityRef entity) {
        ObjectNode json = Json.object().put("name", entity.name());
        RecordJson.put(json, "type", entity.type());
        return json;
    }

    /** Who said a fact; {@code source} names the field of the source. */
    public static void putProvenance(ObjectNode json, String source, Provenance provenance) {
        RecordJson.put(json, source, provenance.source());
        RecordJson.put(json, "session", provenance.session());
        RecordJson.put(json, "turn", provenance.turn());
        RecordJson.put(json, "record", provenance.record());
        if (provenance.confidence() != null) {
            json.put("confidence", provenance.confidence());
        }
    }

    public static ObjectNode write(Revision revision) {
        return revision.match(new RevisionFields(Json.object()));
    }

    public static ObjectNode write(GraphSelection selection) {
        ObjectNode json = Json.object();
        if (!selection.entities().isEmpty()) {
            ArrayNode entities = json.putArray("entities");
            selection.entities().forEach(each -> entities.add(write(each)));
        }
        if (!selection.observations().isEmpty()) {
            ArrayNode observations = json.putArray("observations");
            for (GraphSelection.Observations each : selection.observations()) {
                ObjectNode item = observations.addObject();
                putReference(item, "entity", each.entity());
                RecordJson.putTexts(item, "contents", each.contents());
            }
        }
        if (!selection.relations().isEmpty()) {
            ArrayNode relations = json.putArray("relations");
            for (GraphSelection.Triple each : selection.relations()) {
                ObjectNode item = relations.addObject();
                putReference(item, "source", each.source());
                item.put("type", each.type());
                putReference(item, "target", each.target());
            }
        }
        putTexts(json, "facts", selection.facts());
        putTexts(json, "sessions", selection.sessions());
        putTexts(json, "turns", selection.turns());
        return json;
    }

    private static void putTexts(ObjectNode json, String field, List<String> texts) {
        if (!texts.isEmpty()) {
            RecordJson.putTexts(json, field, texts);
        }
    }

    /** The identity of this kind, such as {@code merge}. */
    public static Identity identity(String kind, Fields fields) {
        fields.require("entity");
        EntityRef entity = reference(fields, "entity");
        return switch (kind) {
            case "add_alias" -> {
                fields.require("alias");
                String alias = fields.text("alias");
                yield entity == null || alias == null ? null : new Identity.AddAlias(entity, alias);
            }
            case "remove_alias" -> {
                fields.require("alias");
                String alias = fields.text("alias");
                yield entity == null || alias == null
                        ? null
                        : new Identity.RemoveAlias(entity, alias);
            }
            case "merge" -> {
                fields.require("into");
                EntityRef into = reference(fields, "into");
                yield entity == null || into == null ? null : new Identity.Merge(entity, into);
            }
            case "unmerge" -> entity == null ? null : new Identity.Unmerge(entity);
            default ->
                    throw new IllegalArgumentException(
                            "unknown change of identity \""
                                    + kind
                                    + "\"; known: add_alias, remove_alias, merge, unmerge");
        };
    }

    /** An identity with its kind. */
    public static ObjectNode write(Identity identity) {
        return identity.match(new IdentityFields(Json.object()));
    }

    private enum RevisionKinds implements Revision.Visitor<String> {
        INSTANCE;

        @Override
        public String invalidate(Revision.Invalidate revision) {
            return "invalidate";
        }

        @Override
        public String correct(Revision.Correct revision) {
            return "correct";
        }

        @Override
        public String retract(Revision.Retract revision) {
            return "retract";
        }

        @Override
        public String supersede(Revision.Supersede revision) {
            return "supersede";
        }
    }

    private record RevisionFields(ObjectNode json) implements Revision.Visitor<ObjectNode> {

        @Override
        public ObjectNode invalidate(Revision.Invalidate revision) {
            RecordJson.put(json, "at", revision.at());
            return json;
        }

        @Override
        public ObjectNode correct(Revision.Correct revision) {
            RecordJson.put(json, "content", revision.content());
            RecordJson.put(json, "type", revision.type());
            if (revision.target() != null) {
                putReference(json, "target", revision.target());
            }
            RecordJson.put(json, "valid_from", revision.validFrom());
            RecordJson.put(json, "valid_to", revision.validTo());
            if (revision.open()) {
                json.putNull("valid_to");
            }
            if (revision.confidence() != null) {
                json.put("confidence", revision.confidence());
            }
            RecordJson.put(json, "of", revision.of());
            RecordJson.putVector(json, "vector", revision.vector());
            return json;
        }

        @Override
        public ObjectNode retract(Revision.Retract revision) {
            RecordJson.put(json, "reason", revision.reason());
            return json;
        }

        @Override
        public ObjectNode supersede(Revision.Supersede revision) {
            json.put("by", revision.by());
            RecordJson.put(json, "at", revision.at());
            return json;
        }
    }

    private record IdentityFields(ObjectNode json) implements Identity.Visitor<ObjectNode> {

        @Override
        public ObjectNode addAlias(Identity.AddAlias identity) {
            return put("add_alias", identity.entity()).put("alias", identity.alias());
        }

        @Override
        public ObjectNode removeAlias(Identity.RemoveAlias identity) {
            return put("remove_alias", identity.entity()).put("alias", identity.alias());
        }

        @Override
        public ObjectNode merge(Identity.Merge identity) {
            put("merge", identity.from());
            putReference(json, "into", identity.into());
            return json;
        }

        @Override
        public ObjectNode unmerge(Identity.Unmerge identity) {
            return put("unmerge", identity.from());
        }

        private ObjectNode put(String kind, EntityRef entity) {
            json.put("identity", kind);
            putReference(json, "entity", entity);
            return json;
        }
    }
}
