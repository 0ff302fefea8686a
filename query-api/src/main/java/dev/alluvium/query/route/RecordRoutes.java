package dev.alluvium.query.route;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.ApiSettings;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.read.Dimensions;
import dev.alluvium.query.read.Reader;
import dev.alluvium.query.write.Ids;
import dev.alluvium.query.write.Writer;
import dev.alluvium.query.write.Writer.Wish;
import dev.alluvium.state.command.Forget;
import dev.alluvium.state.command.ForgetFilter;
import dev.alluvium.state.command.Remember;
import dev.alluvium.state.command.Update;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.query.GetRecord;
import dev.alluvium.state.query.GetRecord.Found;
import dev.alluvium.state.query.ListRecords;
import dev.alluvium.state.query.RecordHistory;
import dev.alluvium.state.recall.RecordPage;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.record.RecordDraft;
import dev.alluvium.state.record.RecordJson;
import dev.alluvium.state.record.RecordPatch;
import dev.alluvium.state.scope.Scope;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Records: remember, list, read, change, delete. */
public final class RecordRoutes {

    private static final int DEFAULT_PAGE = 100;
    private static final int MAX_PAGE = 1000;

    private final Reader reader;
    private final Writer writer;
    private final Dimensions dimensions;
    private final RecordVectors vectors;
    private final Duration timeout;
    private final boolean infers;

    public RecordRoutes(Reader reader, Writer writer, Dimensions dimensions, ApiSettings settings) {
        this.reader = reader;
        this.writer = writer;
        this.dimensions = dimensions;
        timeout = settings.timeout();
        infers = settings.infers();
        vectors = new RecordVectors(reader);
    }

    public void declare(Routes routes, String memory) {
        routes.post(memory + "/records", this::remember);
        routes.get(memory + "/records", this::list);
        routes.get(memory + "/records/{id}", this::get);
        routes.patch(memory + "/records/{id}", this::update);
        routes.delete(memory + "/records/{id}", this::delete);
        routes.get(memory + "/records/{id}/history", this::history);
    }

    private void remember(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Wish wish = writer.wish(call);
        call.parameters().done();
        call.view().requireWritable();
        Fields fields = call.fields();
        fields.require("records");
        List<RecordDraft> given =
                fields.objects("records", Remember.MAX_RECORDS, RecordJson::draft);
        if (given != null && given.isEmpty() && !fields.hasProblems()) {
            fields.problem("records", "records is empty; give at least one");
        }
        boolean infer = fields.flag("infer", infers);
        if (infer && !infers) {
            fields.problem("infer", ApiSettings.NO_MODEL);
        }
        fields.done();
        String key = call.idempotencyKey();
        List<RecordDraft> drafts = named(call, given, Ids.of(call.memory(), key));
        writer.write(
                call,
                new Remember(call.memory(), key, drafts, infer),
                drafts.stream().map(RecordDraft::id).toList(),
                wish,
                () -> checkVectors(call, drafts));
    }

    private void list(Context ctx) {
        Call call = new Call(ctx);
        Filters filters = new Filters(call.parameters());
        List<Scope> scopes = call.parameters().scopes("scope");
        int limit = call.parameters().integer("limit", 1, MAX_PAGE, DEFAULT_PAGE);
        String cursor = call.parameters().cursor();
        boolean withVectors = call.parameters().flag("vector");
        Duration wait = call.timeout(timeout);
        call.parameters().done();
        RecordPage page =
                reader.ask(
                        call,
                        new ListRecords(filters.in(call.view().reads(scopes)), limit, cursor),
                        wait);
        ObjectNode json = Json.object();
        ArrayNode records = json.putArray("records");
        page.records().forEach(record -> records.add(shown(call, record)));
        if (withVectors) {
            vectors.add(call.memory(), records, wait);
        }
        json.put("next_cursor", page.nextCursor());
        json.put("total", page.total());
        call.answer(200, json);
    }

    private void get(Context ctx) {
        Call call = new Call(ctx);
        Who who = Who.of(call);
        boolean withVector = call.parameters().flag("vector");
        Duration wait = call.timeout(timeout);
        call.parameters().done();
        Found found = visible(call, who, wait);
        ObjectNode json = shown(call, found.record());
        if (withVector) {
            RecordJson.putVector(json, "vector", found.vector());
        }
        call.answer(200, json);
    }

    private void history(Context ctx) {
        Call call = new Call(ctx);
        Who who = Who.of(call);
        Duration wait = call.timeout(timeout);
        call.parameters().done();
        List<MemoryRecord> versions = reader.ask(call, new RecordHistory(call.id()), wait);
        MemoryRecord current = versions.isEmpty() ? null : versions.get(versions.size() - 1);
        if (current == null || !who.sees(call, current)) {
            throw Who.unknown(call.id());
        }
        ObjectNode json = Json.object();
        ArrayNode array = json.putArray("versions");
        versions.stream()
                .filter(version -> who.sees(call, version))
                .forEach(version -> array.add(shown(call, version)));
        call.answer(200, json);
    }

    private void update(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Who who = Who.of(call);
        Wish wish = writer.wish(call);
        call.parameters().done();
        call.view().requireWritable();
        Fields fields = call.fields();
        RecordPatch given = RecordFields.patch(fields);
        fields.done();
        RecordPatch patch =
                given.scope() == null
                        ? given
                        : RecordFields.withScope(given, call.view().writes(given.scope()));
        writer.write(
                call,
                new Update(call.memory(), call.idempotencyKey(), call.id(), patch),
                List.of(call.id()),
                wish,
                () -> {
                    visible(call, who, wish.timeout());
                    if (patch.vector() != null) {
                        dimensions.check(call.memory(), patch.vector().length, "the vector");
                    }
                });
    }

    private void delete(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Who who = Who.of(call);
        Wish wish = writer.wish(call);
        call.parameters().done();
        call.view().requireWritable();
        ForgetFilter filter =
                new ForgetFilter(
                        call.view().isWhole() ? null : call.view().reads(null),
                        null,
                        null,
                        null,
                        List.of(call.id()),
                        false);
        writer.write(
                call,
                new Forget(call.memory(), call.idempotencyKey(), filter),
                List.of(call.id()),
                wish,
                () -> visible(call, who, wish.timeout()));
    }

    private Found visible(Call call, Who who, Duration wait) {
        Found found = reader.ask(call, new GetRecord(call.id()), wait);
        if (found == null || !who.sees(call, found.record())) {
            throw Who.unknown(call.id());
        }
        return found;
    }

    /** The drafts with an id and a place each; a batch that names one id twice is refused. */
    private static List<RecordDraft> named(Call call, List<RecordDraft> given, Ids ids) {
        List<RecordDraft> drafts = new ArrayList<>(given.size());
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < given.size(); i++) {
            RecordDraft draft = given.get(i);
            if (draft.id() != null && !seen.add(draft.id())) {
                throw new InvalidInputException(
                        "/records/" + i + "/id",
                        "id \"" + draft.id() + "\" stands twice in this batch; ids are unique");
            }
            drafts.add(
                    RecordFields.placed(
                            draft,
                            draft.id() == null ? ids.at(i) : draft.id(),
                            call.view().writes(draft.scope())));
        }
        return drafts;
    }

    private void checkVectors(Call call, List<RecordDraft> drafts) {
        int first = 0;
        for (int i = 0; i < drafts.size(); i++) {
            float[] vector = drafts.get(i).vector();
            if (vector == null) {
                continue;
            }
            String whose = "the vector of /records/" + i;
            if (first == 0) {
                dimensions.check(call.memory(), vector.length, whose);
                first = vector.length;
            } else if (vector.length != first) {
                throw dev.alluvium.query.http.Problem.dimension(
                                whose
                                        + " has "
                                        + vector.length
                                        + " dimensions, another of this batch has "
                                        + first
                                        + "; use one embedding model")
                        .exception();
            }
        }
    }

    private static ObjectNode shown(Call call, MemoryRecord record) {
        return RecordJson.write(record, call.view()::shown);
    }
}
