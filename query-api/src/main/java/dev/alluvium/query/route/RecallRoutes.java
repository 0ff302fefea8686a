package dev.alluvium.query.route;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.ApiSettings;
import dev.alluvium.query.QueryEmbedder;
import dev.alluvium.query.columns.ArrowWriter;
import dev.alluvium.query.deep.DeepQuery;
import dev.alluvium.query.deep.DeepRecall;
import dev.alluvium.query.deep.Deepened;
import dev.alluvium.query.deep.Fallback;
import dev.alluvium.query.deep.Search;
import dev.alluvium.query.deep.Thresholds;
import dev.alluvium.query.event.QueryEvents;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Columns;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.read.AccessRecorder;
import dev.alluvium.query.read.Dimensions;
import dev.alluvium.query.read.Reader;
import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.query.ReadHeader;
import dev.alluvium.state.query.Recall;
import dev.alluvium.state.recall.Match;
import dev.alluvium.state.recall.RecallRequest;
import dev.alluvium.state.recall.RecallRequest.Mode;
import dev.alluvium.state.recall.RecallResult;
import dev.alluvium.state.record.RecordJson;
import dev.alluvium.state.scope.Slice;
import dev.alluvium.state.serving.StateClient.Answer;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
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
    private final DeepRecall deep;
    private final QueryEvents events;
    private final RecordVectors vectors;
    private final ApiSettings settings;

    /**
     * @param embedder null where queries are not embedded
     * @param deep null where there is no language model
     */
    public RecallRoutes(
            Reader reader,
            QueryEmbedder embedder,
            Dimensions dimensions,
            AccessRecorder accesses,
            DeepRecall deep,
            QueryEvents events,
            ApiSettings settings) {
        this.reader = reader;
        this.embedder = embedder;
        this.dimensions = dimensions;
        this.accesses = accesses;
        this.deep = deep;
        this.events = events;
        this.settings = settings;
        vectors = new RecordVectors(reader);
    }

    public void declare(Routes routes, String memory) {
        routes.post(memory + "/recall", this::recall);
    }

    /** What a recall found and what each of its stages took, in nanoseconds. */
    private record Searched(
            Deepened deepened, AppliedPositions applied, long embed, long waiting, long search) {

        List<Match> matches() {
            return deepened.result().matches();
        }
    }

    private void recall(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Duration given = call.timeout(null);
        Duration wait = given == null ? settings.timeout() : given;
        call.parameters().done();
        RecallFields fields = RecallFields.read(call.fields());
        QueryEvents.Query told =
                events.started(call.memory(), fields.query(), fields.limit(), fields.taskId());
        Searched searched;
        try {
            searched = search(call, fields, wait, modelTime(given));
        } catch (RuntimeException e) {
            told.failed(e);
            throw e;
        }
        Fallback fallback = searched.deepened().fallback();
        if (fallback != null && fallback.reason().isFailure()) {
            told.modelFailed(fallback.step(), fallback.reason().key(), fallback.detail());
        }
        List<Match> matches = searched.matches();
        told.completed(matches.stream().map(match -> match.record().content()).toList());
        if (!fields.readOnly() && !(call.view() instanceof Slice)) {
            accesses.recalled(call.memory(), matches.stream().map(m -> m.record().id()).toList());
        }
        if (Columns.areWanted(ctx)) {
            columns(call, fields, searched, wait);
        } else {
            call.answer(200, rendered(call, fields, searched, wait));
        }
    }

    /** Who waits less than the server would does not wait longer for the model either. */
    private Duration modelTime(Duration given) {
        Duration most = settings.deep().modelTimeout();
        return given == null || given.compareTo(most) > 0 ? most : given;
    }

    private Searched search(Call call, RecallFields fields, Duration wait, Duration modelTime) {
        long start = System.nanoTime();
        float[] vector = fields.vector();
        if (vector != null) {
            dimensions.check(call.memory(), vector.length, "the query's vector");
        } else if (fields.wantsEmbedding() && embedder != null) {
            vector = embed(call.memory(), fields.query(), wait);
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
        long found = System.nanoTime();
        return new Searched(
                deepened(call, fields, request, answer.value(), wait, modelTime),
                answer.applied(),
                embedded - start,
                waited - embedded,
                found - waited);
    }

    private Deepened deepened(
            Call call,
            RecallFields fields,
            RecallRequest request,
            RecallResult found,
            Duration wait,
            Duration modelTime) {
        if (!fields.isDeep()) {
            return Deepened.plain(found, "depth is shallow");
        }
        if (deep == null) {
            return Deepened.plain(found, "no language model is configured (llm)");
        }
        MemoryId memory = call.memory();
        MemoryHeader header = reader.ask(memory, new ReadHeader(), call.atLeast(), wait).value();
        boolean isEmbedded =
                request.vector() != null
                        && embedder != null
                        && (fields.vector() == null || embedder.model().equals(header.embedder()));
        if (request.mode() == Mode.SEMANTIC && !isEmbedded) {
            return Deepened.plain(
                    found, "mode is semantic and sub-queries cannot be embedded for this memory");
        }
        RecallSight sight =
                new RecallSight(
                        reader,
                        memory,
                        call.atLeast(),
                        wait,
                        request,
                        call.view().start(null),
                        isEmbedded ? text -> embed(memory, text, wait) : null);
        DeepQuery query =
                new DeepQuery(
                        new Search(request.text(), request.scopes(), null),
                        found,
                        call.view(),
                        Thresholds.of(
                                request.defaults()
                                        .with(header.options())
                                        .with(request.overrides())),
                        request.limit(),
                        request.now(),
                        modelTime);
        return deep.deepen(query, sight);
    }

    private float[] embed(MemoryId memory, String text, Duration limit) {
        float[] vector = embedder.embed(text, limit);
        dimensions.checkQuery(memory, embedder.model(), vector.length);
        return vector;
    }

    private ObjectNode rendered(Call call, RecallFields fields, Searched searched, Duration wait) {
        ObjectNode json = Json.object();
        ArrayNode matches = json.putArray("matches");
        Deepened deepened = searched.deepened();
        searched.matches().forEach(match -> matches.add(shown(call, match)));
        if (fields.includeVectors()) {
            vectors.add(
                    call.memory(),
                    StreamSupport.stream(matches.spliterator(), false)
                            .map(match -> match.get("record"))
                            .toList(),
                    wait);
        }
        RecordJson.putTexts(json, "evidence_gaps", deepened.evidenceGaps());
        json.put("suppressed", deepened.result().suppressed());
        json.put("depth", depth(deepened));
        Fallback fallback = deepened.fallback();
        if (fallback != null) {
            json.putObject("fallback")
                    .put("step", fallback.step())
                    .put("reason", fallback.reason().key())
                    .put("detail", fallback.detail());
        }
        String position = Reader.text(searched.applied());
        json.put("position", position);
        if (position != null) {
            call.context().header(Call.POSITION_HEADER, position);
        }
        if (fields.explain()) {
            json.putObject("timing")
                    .put("embed_ms", millis(searched.embed()))
                    .put("wait_ms", millis(searched.waiting()))
                    .put("search_ms", millis(searched.search()));
            json.set("deep", deepened.explanation());
        }
        return json;
    }

    /** What was done, whatever was asked. */
    private static String depth(Deepened deepened) {
        return deepened.isDeep() ? "deep" : "shallow";
    }

    /** The matches as columns; what is said of all of them is metadata of the schema. */
    private void columns(Call call, RecallFields fields, Searched searched, Duration wait)
            throws IOException {
        List<Match> matches = searched.matches();
        Deepened deepened = searched.deepened();
        Map<Match, float[]> held =
                fields.includeVectors() ? vectors.of(call.memory(), matches, wait) : Map.of();
        int dimension = held.values().stream().mapToInt(vector -> vector.length).max().orElse(0);
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("suppressed", String.valueOf(deepened.result().suppressed()));
        metadata.put("depth", depth(deepened));
        if (deepened.fallback() != null) {
            metadata.put("fallback", deepened.fallback().detail());
        }
        String position = Reader.text(searched.applied());
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

    private static double millis(long nanos) {
        return Math.round(nanos / 1_000.0) / 1_000.0;
    }
}
