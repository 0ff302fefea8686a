package dev.alluvium.state.command;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.decide.Decision;
import dev.alluvium.state.decide.DecisionJson;
import dev.alluvium.state.episode.TurnDraft;
import dev.alluvium.state.episode.TurnJson;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.GraphJson;
import dev.alluvium.state.graph.ObservationsDraft;
import dev.alluvium.state.graph.RelationDraft;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordDraft;
import dev.alluvium.state.record.RecordJson;
import dev.alluvium.state.reembed.RowKind;
import dev.alluvium.state.reembed.RowVectors;
import dev.alluvium.state.reembed.VectorJson;
import dev.alluvium.state.scope.Scope;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Commands as bytes in the log: one object, in JSON (what other programs write) or CBOR (what
 * Alluvium writes), with {@code "v": 1}, {@code "command"}, {@code "app"}, {@code "user"} and the
 * fields of its kind. See docs/commands.md.
 */
public final class CommandCodec {

    /** The version this code writes; it reads all up to it. */
    public static final int VERSION = 1;

    private static final int MAX_IDS = 100_000;

    /** Below this, doubles are whole numbers each. */
    private static final double MAX_ROW = 1L << 53;

    private CommandCodec() {}

    public static byte[] encode(Command command) {
        return Json.cbor(toJson(command));
    }

    /**
     * Reads what {@link #encode} or another program wrote; throws {@link InvalidInputException}
     * with all problems.
     */
    public static Command decode(byte[] bytes) {
        return fromJson(isJson(bytes) ? Json.parse(bytes) : Json.cbor(bytes));
    }

    /** The tokens of a command's bytes, whichever of the two formats they have. */
    static JsonParser parser(byte[] bytes) throws IOException {
        return (isJson(bytes) ? Json.MAPPER : Json.CBOR).getFactory().createParser(bytes);
    }

    public static ObjectNode toJson(Command command) {
        ObjectNode json = Json.object();
        json.put("v", VERSION);
        json.put("command", command.match(CommandNames.INSTANCE));
        json.put("app", command.memory().app());
        json.put("user", command.memory().user());
        RecordJson.put(json, "idempotency_key", command.idempotencyKey());
        command.match(new Writer(json));
        return json;
    }

    public static Command fromJson(JsonNode node) {
        Fields fields = Fields.of(node);
        int version = fields.integer("v", 1, Integer.MAX_VALUE, VERSION);
        if (version > VERSION) {
            fields.problem(
                    "v",
                    "command format "
                            + version
                            + " is newer than "
                            + VERSION
                            + ", which this program reads; upgrade it");
            throw failed(fields);
        }
        String kind = fields.requiredText("command");
        String app = fields.requiredText("app");
        String user = fields.requiredText("user");
        if (fields.hasProblems()) {
            throw failed(fields);
        }
        MemoryId memory;
        try {
            memory = new MemoryId(app, user);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("", e.getMessage());
        }
        String key = idempotencyKey(fields);
        return fields.read(each -> read(kind, memory, key, each));
    }

    /** The fields of a forget, which HTTP bodies share. Null when a problem was noted. */
    public static ForgetFilter forgetFilter(Fields fields) {
        List<Scope> scopes = fields.parsedList("scopes", Scope::of);
        Scope scope = fields.parsed("scope", Scope::of);
        if (scope != null && scopes != null) {
            fields.problem("scope", "both scope and scopes are given; give one");
        }
        try {
            return new ForgetFilter(
                    scope == null ? scopes : List.of(scope),
                    fields.texts("categories"),
                    fields.instant("older_than"),
                    fields.map("metadata"),
                    ids(fields),
                    fields.flag("all", false));
        } catch (IllegalArgumentException e) {
            if (!fields.hasProblems()) {
                fields.problem("", e.getMessage());
            }
            return null;
        }
    }

    private static Command read(String kind, MemoryId memory, String key, Fields fields) {
        switch (kind) {
            case "remember" -> {
                fields.require("records");
                List<RecordDraft> records =
                        fields.objects("records", Remember.MAX_RECORDS, RecordJson::draft);
                return new Remember(memory, key, orEmpty(records), fields.flag("infer", false));
            }
            case "update" -> {
                String id = fields.requiredText("id");
                fields.require("changes");
                return new Update(memory, key, id, fields.object("changes", RecordJson::patch));
            }
            case "forget" -> {
                return new Forget(memory, key, forgetFilter(fields));
            }
            case "reset" -> {
                Scope scope = fields.parsed("scope", Scope::of);
                return new Reset(memory, key, scope == null ? Scope.ROOT : scope);
            }
            case "log_turns" -> {
                fields.require("turns");
                List<TurnDraft> turns =
                        fields.objects("turns", LogTurns.MAX_TURNS, TurnJson::draft);
                return new LogTurns(memory, key, orEmpty(turns));
            }
            case "touch" -> {
                fields.require("ids");
                fields.require("at");
                return new Touch(memory, key, orEmpty(ids(fields)), fields.instant("at"));
            }
            case "configure" -> {
                fields.require("options");
                return new Configure(memory, key, options(fields));
            }
            case "erase" -> {
                return new Erase(memory, key);
            }
            case "assert_facts" -> {
                return assertFacts(memory, key, fields).partial(fields.flag("partial", false));
            }
            case "revise_fact" -> {
                fields.require("id");
                fields.require("revision");
                String id = fields.text("id");
                String which = fields.text("revision");
                return new ReviseFact(
                        memory, key, id, which == null ? null : GraphJson.revision(which, fields));
            }
            case "identify_entity" -> {
                fields.require("identity");
                String which = fields.text("identity");
                return new IdentifyEntity(
                        memory, key, which == null ? null : GraphJson.identity(which, fields));
            }
            case "delete_facts" -> {
                return new DeleteFacts(memory, key, GraphJson.selection(fields));
            }
            case "distill" -> {
                fields.require("session");
                fields.require("of");
                fields.require("up_to");
                Double upTo = fields.number("up_to", 0, MAX_ROW);
                List<RecordDraft> records =
                        fields.objects("records", Remember.MAX_RECORDS, RecordJson::draft);
                return new Distill(
                        memory,
                        fields.text("session"),
                        fields.parsed("of", Position::parse),
                        upTo == null ? 0 : upTo.longValue(),
                        orEmpty(records),
                        AssertFacts.found(
                                memory, entities(fields), observations(fields), relations(fields)),
                        fields.text("failure"));
            }
            case "reembed" -> {
                return new Reembed(
                        memory, key, fields.text("embedder"), fields.flag("anew", false));
            }
            case "set_vectors" -> {
                fields.require("embedder");
                fields.require("of");
                fields.require("kind");
                fields.require("up_to");
                Double upTo = fields.number("up_to", 0, MAX_ROW);
                List<RowVectors> rows =
                        fields.objects("rows", SetVectors.MAX_ROWS, VectorJson::row);
                return new SetVectors(
                        memory,
                        fields.text("embedder"),
                        fields.parsed("of", Position::parse),
                        fields.parsed("kind", RowKind::of),
                        upTo == null ? 0 : upTo.longValue(),
                        orEmpty(rows),
                        fields.text("failure"));
            }
            case "decide" -> {
                fields.require("of");
                fields.require("decisions");
                Position of = fields.parsed("of", Position::parse);
                List<Decision> decisions =
                        fields.objects("decisions", Remember.MAX_RECORDS, DecisionJson::decision);
                return new Decide(memory, of, orEmpty(decisions));
            }
            default ->
                    throw new InvalidInputException(
                            "/command",
                            "unknown command \""
                                    + kind
                                    + "\"; known: remember, update, forget, reset, log_turns, touch, configure, erase,"
                                    + " assert_facts, revise_fact, identify_entity, delete_facts, decide, distill,"
                                    + " reembed, set_vectors");
        }
    }

    /** The fields of an assertion, which HTTP bodies share. */
    public static AssertFacts assertFacts(MemoryId memory, String key, Fields fields) {
        return new AssertFacts(
                memory,
                key,
                entities(fields),
                observations(fields),
                relations(fields),
                fields.flag("create_missing", false));
    }

    private static List<EntityDraft> entities(Fields fields) {
        return orEmpty(fields.objects("entities", AssertFacts.MAX_ITEMS, GraphJson::entity));
    }

    private static List<ObservationsDraft> observations(Fields fields) {
        return orEmpty(
                fields.objects("observations", AssertFacts.MAX_ITEMS, GraphJson::observationsOf));
    }

    private static List<RelationDraft> relations(Fields fields) {
        return orEmpty(fields.objects("relations", AssertFacts.MAX_ITEMS, GraphJson::relation));
    }

    /** Option values as texts, whatever JSON scalar they came as. */
    public static Map<String, String> options(Fields fields) {
        Map<String, Object> given = fields.map("options");
        Map<String, String> options = new LinkedHashMap<>();
        if (given != null) {
            given.forEach(
                    (name, value) -> options.put(name, value == null ? null : value.toString()));
        }
        return options;
    }

    private static List<String> ids(Fields fields) {
        List<String> ids = fields.texts("ids");
        if (ids != null && ids.size() > MAX_IDS) {
            fields.problem("ids", ids.size() + " ids; at most " + MAX_IDS + " are allowed");
        }
        return ids;
    }

    private static String idempotencyKey(Fields fields) {
        return fields.text("idempotency_key", 1024);
    }

    private static <T> List<T> orEmpty(List<T> list) {
        return list == null ? List.of() : list;
    }

    private static InvalidInputException failed(Fields fields) {
        try {
            fields.done();
        } catch (InvalidInputException e) {
            return e;
        }
        throw new IllegalStateException("no problem was noted");
    }

    /** JSON begins in ASCII or with a byte order mark; a CBOR map, or a tag before it, beyond. */
    private static boolean isJson(byte[] bytes) {
        return bytes.length == 0 || bytes[0] >= 0 || hasByteOrderMark(bytes);
    }

    private static boolean hasByteOrderMark(byte[] bytes) {
        return bytes.length > 2
                && bytes[0] == (byte) 0xEF
                && bytes[1] == (byte) 0xBB
                && bytes[2] == (byte) 0xBF;
    }

    /** Writes the fields that only one kind has. */
    private record Writer(ObjectNode json) implements Command.Visitor<Void> {

        @Override
        public Void remember(Remember command) {
            ArrayNode records = json.putArray("records");
            command.records().forEach(draft -> records.add(RecordJson.write(draft)));
            if (command.infer()) {
                json.put("infer", true);
            }
            return null;
        }

        @Override
        public Void distill(Distill command) {
            json.put("session", command.session());
            json.put("of", command.of().toString());
            json.put("up_to", command.upTo());
            ArrayNode records = json.putArray("records");
            command.records().forEach(draft -> records.add(RecordJson.write(draft)));
            putFacts(command.facts());
            RecordJson.put(json, "failure", command.failure());
            return null;
        }

        @Override
        public Void reembed(Reembed command) {
            RecordJson.put(json, "embedder", command.embedder());
            if (command.anew()) {
                json.put("anew", true);
            }
            return null;
        }

        @Override
        public Void setVectors(SetVectors command) {
            json.put("embedder", command.embedder());
            json.put("of", command.of().toString());
            json.put("kind", command.kind().key());
            json.put("up_to", command.upTo());
            putAll("rows", command.rows(), VectorJson::write);
            RecordJson.put(json, "failure", command.failure());
            return null;
        }

        @Override
        public Void decide(Decide command) {
            json.put("of", command.of().toString());
            ArrayNode decisions = json.putArray("decisions");
            command.decisions().forEach(each -> decisions.add(DecisionJson.write(each)));
            return null;
        }

        @Override
        public Void update(Update command) {
            json.put("id", command.id());
            json.set("changes", RecordJson.write(command.patch()));
            return null;
        }

        @Override
        public Void forget(Forget command) {
            ForgetFilter filter = command.filter();
            if (filter.scopes() != null) {
                RecordJson.putTexts(
                        json, "scopes", filter.scopes().stream().map(Scope::path).toList());
            }
            if (filter.categories() != null) {
                RecordJson.putTexts(json, "categories", filter.categories());
            }
            RecordJson.put(json, "older_than", filter.olderThan());
            if (filter.metadata() != null) {
                json.set("metadata", Json.MAPPER.valueToTree(filter.metadata()));
            }
            if (filter.ids() != null) {
                RecordJson.putTexts(json, "ids", filter.ids());
            }
            json.put("all", filter.all());
            return null;
        }

        @Override
        public Void reset(Reset command) {
            json.put("scope", command.scope().path());
            return null;
        }

        @Override
        public Void logTurns(LogTurns command) {
            ArrayNode turns = json.putArray("turns");
            command.turns().forEach(draft -> turns.add(TurnJson.write(draft)));
            return null;
        }

        @Override
        public Void touch(Touch command) {
            RecordJson.putTexts(json, "ids", command.ids());
            json.put("at", command.at().toString());
            return null;
        }

        @Override
        public Void configure(Configure command) {
            json.set("options", Json.MAPPER.valueToTree(command.options()));
            return null;
        }

        @Override
        public Void erase(Erase command) {
            return null;
        }

        @Override
        public Void assertFacts(AssertFacts command) {
            putFacts(command);
            if (command.createMissing()) {
                json.put("create_missing", true);
            }
            if (command.partial()) {
                json.put("partial", true);
            }
            return null;
        }

        private void putFacts(AssertFacts command) {
            putAll("entities", command.entities(), GraphJson::write);
            putAll("observations", command.observations(), GraphJson::write);
            putAll("relations", command.relations(), GraphJson::write);
        }

        private <T> void putAll(String field, List<T> items, Function<T, ObjectNode> write) {
            if (!items.isEmpty()) {
                ArrayNode array = json.putArray(field);
                items.forEach(item -> array.add(write.apply(item)));
            }
        }

        @Override
        public Void reviseFact(ReviseFact command) {
            json.put("id", command.id());
            json.put("revision", GraphJson.kind(command.revision()));
            json.setAll(GraphJson.write(command.revision()));
            return null;
        }

        @Override
        public Void identifyEntity(IdentifyEntity command) {
            json.setAll(GraphJson.write(command.identity()));
            return null;
        }

        @Override
        public Void deleteFacts(DeleteFacts command) {
            json.setAll(GraphJson.write(command.selection()));
            return null;
        }
    }
}
