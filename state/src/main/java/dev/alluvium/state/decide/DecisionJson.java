package dev.alluvium.state.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.decide.Plan.Action;
import dev.alluvium.state.decide.Plan.Step;
import dev.alluvium.state.decide.SaveQuestion.Candidate;
import dev.alluvium.state.decide.SaveQuestion.Wanted;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordJson;
import dev.alluvium.state.scope.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Decisions as they stand in the log, and questions and notes as a job keeps them. */
public final class DecisionJson {

    /** Of questions and notes; those of other releases are read by it, and newer ones refused. */
    private static final int VERSION = 1;

    private static final int MAX_STEPS = 100;

    private DecisionJson() {}

    /** Reads what {@link #write(Decision)} wrote, noting what cannot be. */
    public static Decision decision(Fields fields) {
        return new Decision(
                fields.requiredText("id"),
                fields.object("analysis", DecisionJson::analysis),
                fields.object("plan", DecisionJson::plan),
                fields.text("failure"));
    }

    private static Analysis analysis(Fields fields) {
        return new Analysis(
                fields.parsed("scope", Scope::of),
                fields.texts("categories"),
                fields.number("importance", 0, 1),
                fields.map("metadata"));
    }

    private static Plan plan(Fields fields) {
        List<Step> steps = fields.objects("steps", MAX_STEPS, DecisionJson::step);
        return new Plan(steps == null ? List.of() : steps, fields.flag("insert_new", true));
    }

    private static Step step(Fields fields) {
        Action action =
                fields.parsed(
                        "action", text -> Action.valueOf(text.strip().toUpperCase(Locale.ROOT)));
        return new Step(
                fields.requiredText("id"),
                action == null ? Action.KEEP : action,
                fields.text("content"),
                fields.vector("vector"));
    }

    public static ObjectNode write(Decision decision) {
        ObjectNode json = Json.object();
        json.put("id", decision.id());
        if (decision.analysis() != null) {
            json.set("analysis", write(decision.analysis()));
        }
        if (decision.plan() != null) {
            ObjectNode plan = json.putObject("plan");
            ArrayNode steps = plan.putArray("steps");
            decision.plan().steps().forEach(step -> steps.add(write(step)));
            plan.put("insert_new", decision.plan().insertNew());
        }
        RecordJson.put(json, "failure", decision.failure());
        return json;
    }

    private static ObjectNode write(Analysis analysis) {
        ObjectNode json = Json.object();
        RecordJson.put(json, "scope", analysis.scope());
        if (analysis.categories() != null) {
            RecordJson.putTexts(json, "categories", analysis.categories());
        }
        if (analysis.importance() != null) {
            json.put("importance", analysis.importance());
        }
        if (!analysis.metadata().isEmpty()) {
            json.set("metadata", Json.MAPPER.valueToTree(analysis.metadata()));
        }
        return json;
    }

    private static ObjectNode write(Step step) {
        ObjectNode json = Json.object();
        json.put("id", step.id());
        json.put("action", step.action().name().toLowerCase(Locale.ROOT));
        RecordJson.put(json, "content", step.content());
        RecordJson.putVector(json, "vector", step.vector());
        return json;
    }

    public static byte[] write(SaveQuestion question) {
        ObjectNode json = Json.object();
        json.put("v", VERSION);
        json.put("memory", question.memory().key());
        json.put("of", question.of().toString());
        ArrayNode items = json.putArray("items");
        for (SaveQuestion.Item item : question.items()) {
            ObjectNode node = items.addObject();
            node.put("id", item.id());
            node.put("version", item.version());
            node.put("content", item.content());
            put(node, item.wanted());
            ArrayNode candidates = node.putArray("candidates");
            for (Candidate candidate : item.candidates()) {
                candidates
                        .addObject()
                        .put("id", candidate.id())
                        .put("version", candidate.version())
                        .put("content", candidate.content())
                        .put("valid_from", candidate.validFrom().toString());
            }
        }
        return Json.cbor(json);
    }

    public static SaveQuestion question(byte[] bytes) {
        JsonNode json = checked(Json.cbor(bytes), "question");
        List<SaveQuestion.Item> items = new ArrayList<>();
        for (JsonNode node : json.path("items")) {
            List<Candidate> candidates = new ArrayList<>();
            for (JsonNode candidate : node.path("candidates")) {
                candidates.add(
                        new Candidate(
                                candidate.path("id").asText(),
                                candidate.path("version").asInt(),
                                candidate.path("content").asText(),
                                Instant.parse(candidate.path("valid_from").asText())));
            }
            items.add(
                    new SaveQuestion.Item(
                            node.path("id").asText(),
                            node.path("version").asInt(),
                            node.path("content").asText(),
                            wanted(node),
                            candidates));
        }
        return new SaveQuestion(
                MemoryId.ofKey(json.path("memory").asText()),
                Position.parse(json.path("of").asText()),
                items);
    }

    public static byte[] write(SessionQuestion question) {
        ObjectNode json = Json.object();
        json.put("v", VERSION);
        json.put("memory", question.memory().key());
        json.put("session", question.session());
        json.put("of", question.of().toString());
        json.put("up_to", question.upTo());
        ArrayNode turns = json.putArray("turns");
        for (SessionQuestion.Said said : question.turns()) {
            ObjectNode node = turns.addObject().put("id", said.id());
            RecordJson.put(node, "author", said.author());
            node.put("content", said.content()).put("at", said.at().toString());
        }
        if (question.facts()) {
            json.put("facts", true);
            RecordJson.putTexts(json, "single_valued", question.singleValued());
        }
        return Json.cbor(json);
    }

    public static SessionQuestion sessionQuestion(byte[] bytes) {
        JsonNode json = checked(Json.cbor(bytes), "question about a session");
        List<SessionQuestion.Said> turns = new ArrayList<>();
        for (JsonNode node : json.path("turns")) {
            turns.add(
                    new SessionQuestion.Said(
                            node.path("id").asText(),
                            node.path("author").textValue(),
                            node.path("content").asText(),
                            Instant.parse(node.path("at").asText())));
        }
        List<String> singleValued = new ArrayList<>();
        json.path("single_valued").forEach(each -> singleValued.add(each.asText()));
        return new SessionQuestion(
                MemoryId.ofKey(json.path("memory").asText()),
                json.path("session").asText(),
                Position.parse(json.path("of").asText()),
                json.path("up_to").asLong(),
                turns,
                json.path("facts").asBoolean(),
                singleValued);
    }

    public static ObjectNode write(Pending pending) {
        ObjectNode json = Json.object();
        json.put("v", VERSION);
        ArrayNode items = json.putArray("items");
        for (Pending.Item item : pending.items()) {
            ObjectNode node = items.addObject();
            node.put("id", item.id());
            node.put("version", item.version());
            put(node, item.wanted());
            ObjectNode offered = node.putObject("offered");
            new TreeMap<>(item.offered()).forEach(offered::put);
        }
        return json;
    }

    public static Pending pending(JsonNode json) {
        List<Pending.Item> items = new ArrayList<>();
        for (JsonNode node : checked(json, "pending decision").path("items")) {
            Map<String, Integer> offered = new TreeMap<>();
            node.path("offered")
                    .properties()
                    .forEach(each -> offered.put(each.getKey(), each.getValue().asInt()));
            items.add(
                    new Pending.Item(
                            node.path("id").asText(),
                            node.path("version").asInt(),
                            wanted(node),
                            offered));
        }
        return new Pending(items);
    }

    private static void put(ObjectNode json, Wanted wanted) {
        json.put("wants_scope", wanted.scope());
        json.put("wants_categories", wanted.categories());
        json.put("wants_importance", wanted.importance());
    }

    private static Wanted wanted(JsonNode json) {
        return new Wanted(
                json.path("wants_scope").asBoolean(),
                json.path("wants_categories").asBoolean(),
                json.path("wants_importance").asBoolean());
    }

    private static JsonNode checked(JsonNode json, String what) {
        int version = json.path("v").asInt();
        if (version > VERSION) {
            throw new IllegalStateException(
                    "%s of format %d is newer than %d, which this program reads; upgrade it"
                            .formatted(what, version, VERSION));
        }
        return json;
    }
}
