package dev.alluvium.query.route;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.ApiSettings;
import dev.alluvium.query.QueryEmbedder;
import dev.alluvium.query.columns.ArrowWriter;
import dev.alluvium.query.event.LocalEvents;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Columns;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.read.AccessRecorder;
import dev.alluvium.query.read.Dimensions;
import dev.alluvium.query.read.Reader;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.query.ReadHeader;
import dev.alluvium.state.query.Recall;
import dev.alluvium.state.recall.Match;
import dev.alluvium.state.recall.RecallRequest;
import dev.alluvium.state.recall.RecallResult;
import dev.alluvium.state.record.RecordJson;
import dev.alluvium.state.scope.Slice;
import dev.alluvium.state.serving.StateClient.Answer;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** Recall: the records that answer a text. */
public final class RecallRoutes {

    private final Reader reader;
    private final QueryEmbedder embedder;
    private final Dimensions dimensions;
    private final AccessRecorder accesses;
    private final LocalEvents events;
    private final RecordVectors vectors;
    private final ApiSettings settings;

    /**
     * @param embedder null where queries are not embedded
     */
    public RecallRoutes(
            Reader reader,
            QueryEmbedder embedder,
            Dimensions dimensions,
            AccessRecorder accesses,
            LocalEvents events,
            ApiSettings settings) {
        this.reader = reader;
        this.embedder = embedder;
        this.dimensions = dimensions;
        this.accesses = accesses;
        this.events = events;
        this.settings = settings;
        vectors = new RecordVectors(reader);
    }

    public void declare(Routes routes, String memory) {
        routes.post(memory + "/recall", this::recall);
    }

    /** What a recall found and what each of its stages took, in nanoseconds. */
    private record Searched(Answer<RecallResult> answer, long embed, long waiting, long search) {}

    private void recall(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Duration wait = call.timeout(settings.timeout());
        call.parameters().done();
        RecallFields fields = RecallFields.read(call.fields());
        tell(call, fields, "query_started", Json.object());
        long start = System.nanoTime();
        Searched searched;
        try {
            searched = search(call, fields, wait);
        } catch (RuntimeException e) {
            tell(call, fields, "query_failed", Json.object().put("error", e.getMessage()));
            throw e;
        }
        RecallResult result = searched.answer().value();
        if (!fields.readOnly() && !(call.view() instanceof Slice)) {
            accesses.recalled(
                    call.memory(), result.matches().stream().map(m -> m.record().id()).toList());
        }
        tell(
                call,
                fields,
                "query_completed",
                Json.object()
                        .put("results", result.matches().size())
                        .put("query_time_ms", millis(System.nanoTime() - start)));
        if (Columns.areWanted(ctx)) {
            columns(call, fields, searched, wait);
        } else {
            call.answer(200, rendered(call, fields, searched, wait));
        }
    }

    private Searched search(Call call, RecallFields fields, Duration wait) {
        long start = System.nanoTime();
        float[] vector = fields.vector();
        if (vector != null) {
            dimensions.check(call.memory(), vector.length, "the query's vector");
        } else if (fields.wantsEmbedding() && embedder != null) {
            vector = embedder.embed(fields.query());
            dimensions.checkQuery(call.memory(), embedder.model(), vector.length);
        }
        long embedded = System.nanoTime();
        RecallRequest request = fields.request(call.view(), vector, settings.defaults());
        if (fields.explain()) {
            // Waiting and searching are told apart by waiting first; who does not ask does not pay.
            reader.ask(call, new ReadHeader(), wait);
        }
        long waited = System.nanoTime();
        Answer<RecallResult> answer =
                reader.ask(call.memory(), new Recall(request), call.atLeast(), wait);
        return new Searched(
                answer, embedded - start, waited - embedded, System.nanoTime() - waited);
    }

    private ObjectNode rendered(Call call, RecallFields fields, Searched searched, Duration wait) {
        ObjectNode json = Json.object();
        ArrayNode matches = json.putArray("matches");
        RecallResult result = searched.answer().value();
        result.matches().forEach(match -> matches.add(shown(call, match)));
        if (fields.includeVectors()) {
            vectors.add(
                    call.memory(),
                    StreamSupport.stream(matches.spliterator(), false)
                            .map(match -> match.get("record"))
                            .toList(),
                    wait);
        }
        json.putArray("evidence_gaps");
        json.put("suppressed", result.suppressed());
        String position = Reader.text(searched.answer().applied());
        json.put("position", position);
        if (position != null) {
            call.context().header(Call.POSITION_HEADER, position);
        }
        if (fields.explain()) {
            json.putObject("timing")
                    .put("embed_ms", millis(searched.embed()))
                    .put("wait_ms", millis(searched.waiting()))
                    .put("search_ms", millis(searched.search()));
        }
        return json;
    }

    /** The matches as columns; what is said of all of them is metadata of the schema. */
    private void columns(Call call, RecallFields fields, Searched searched, Duration wait)
            throws IOException {
        List<Match> matches = searched.answer().value().matches();
        Map<Match, float[]> held =
                fields.includeVectors() ? vectors.of(call.memory(), matches, wait) : Map.of();
        int dimension = held.values().stream().mapToInt(vector -> vector.length).max().orElse(0);
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("suppressed", String.valueOf(searched.answer().value().suppressed()));
        String position = Reader.text(searched.answer().applied());
        if (position != null) {
            call.context().header(Call.POSITION_HEADER, position);
            metadata.put("position", position);
        }
        OutputStream out = Columns.begin(call.context());
        try (ArrowWriter<Match> writer =
                new ArrowWriter<>(
                        out, RecordColumns.ofMatches(call, dimension, held::get), metadata)) {
            writer.write(matches);
            writer.end();
        }
    }

    private static ObjectNode shown(Call call, Match match) {
        ObjectNode json = Json.object();
        json.set("record", RecordJson.write(match.record(), call.view()::shown));
        json.put("score", match.score());
        RecordJson.putTexts(json, "match_reasons", match.reasons());
        Match.Parts parts = match.parts();
        ObjectNode shown = json.putObject("parts");
        if (Double.isNaN(parts.similarity())) {
            shown.putNull("similarity");
        } else {
            shown.put("similarity", parts.similarity());
        }
        shown.put("lexical", parts.lexical())
                .put("relevance", parts.relevance())
                .put("recency", parts.recency())
                .put("importance", parts.importance());
        return json;
    }

    private void tell(Call call, RecallFields fields, String kind, ObjectNode details) {
        if (events.listened(call.memory())) {
            details.put("query", fields.query()).put("limit", fields.limit());
            events.publish(new MemoryEvent(call.memory(), kind, Instant.now(), null, details));
        }
    }

    private static double millis(long nanos) {
        return Math.round(nanos / 1_000.0) / 1_000.0;
    }
}
