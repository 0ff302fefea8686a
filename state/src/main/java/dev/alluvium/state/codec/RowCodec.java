package dev.alluvium.state.codec;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.Position;
import dev.alluvium.state.change.GraphCounts;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.decide.DecisionJson;
import dev.alluvium.state.decide.Pending;
import dev.alluvium.state.decide.Undistilled;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.OutcomeJson;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.reembed.Reembedding;
import dev.alluvium.state.reembed.RowKind;
import dev.alluvium.state.scope.Scope;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of keyed state as bytes. Each begins with the version of its format; a release reads
 * every older one and writes the newest, and a test holds stored bytes of each.
 */
public final class RowCodec {

    private static final int RECORD = 1;
    private static final int VECTOR = 1;
    private static final int TURN = 1;
    private static final int HEADER = 3;
    private static final int HEADER_WITHOUT_REEMBEDDING = 2;
    private static final int HEADER_WITHOUT_GRAPH = 1;
    private static final int ORDINALS = 1;
    private static final int ANSWER = 1;
    private static final int PENDING = 1;
    private static final int UNDISTILLED = 1;

    private RowCodec() {}

    public static byte[] record(MemoryRecord record) {
        RowOutput out = new RowOutput(RECORD, 160 + record.content().length());
        out.text(record.id());
        out.count(record.version());
        out.text(record.content());
        out.text(record.scope().path());
        out.texts(record.categories());
        out.map(record.metadata());
        out.number(record.importance());
        out.text(record.source());
        out.flag(record.isPrivate());
        out.instant(record.createdAt());
        out.instant(record.lastAccessed());
        out.instant(record.validFrom());
        out.instant(record.validTo());
        out.instant(record.knownFrom());
        out.instant(record.knownTo());
        return out.bytes();
    }

    public static MemoryRecord record(byte[] bytes) {
        RowInput in = new RowInput("record", RECORD, bytes);
        return new MemoryRecord(
                in.text(),
                (int) in.count(),
                in.text(),
                new Scope(in.text()),
                in.texts(),
                in.map(),
                in.number(),
                in.text(),
                in.flag(),
                in.instant(),
                in.instant(),
                in.instant(),
                in.instant(),
                in.instant(),
                in.instant());
    }

    /**
     * @param current whether the version of the record that it belongs to is the current one; only
     *     those are compared on save
     */
    public static byte[] vector(float[] vector, boolean current) {
        RowOutput out = new RowOutput(VECTOR, 8 + vector.length * Float.BYTES);
        out.flag(current);
        out.vector(vector);
        return out.bytes();
    }

    public static float[] vector(byte[] bytes) {
        RowInput in = new RowInput("vector", VECTOR, bytes);
        in.flag();
        return in.vector();
    }

    /** Whether a stored vector belongs to a current version. */
    public static boolean isCurrent(byte[] vector) {
        return new RowInput("vector", VECTOR, vector).flag();
    }

    /** A turn with its vectors. */
    public record TurnEntry(Turn turn, List<float[]> vectors) {}

    public static byte[] turn(Turn turn, List<float[]> vectors) {
        int vectorBytes = vectors.stream().mapToInt(v -> v.length * Float.BYTES).sum();
        RowOutput out = new RowOutput(TURN, 96 + turn.content().length() + vectorBytes);
        out.text(turn.id());
        out.text(turn.session());
        out.text(turn.author());
        out.text(turn.content());
        out.instant(turn.at());
        out.map(turn.metadata());
        out.instant(turn.knownFrom());
        out.count(vectors.size());
        vectors.forEach(out::vector);
        return out.bytes();
    }

    public static TurnEntry turn(byte[] bytes) {
        RowInput in = new RowInput("turn", TURN, bytes);
        Turn turn =
                new Turn(
                        in.text(),
                        in.text(),
                        in.text(),
                        in.text(),
                        in.instant(),
                        in.map(),
                        in.instant());
        int size = (int) in.count();
        List<float[]> vectors = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            vectors.add(in.vector());
        }
        return new TurnEntry(turn, vectors);
    }

    public static byte[] header(MemoryHeader header) {
        RowOutput out = new RowOutput(HEADER, 128);
        out.count(header.nextRecord());
        out.count(header.nextTurn());
        out.count(header.firstTurn());
        out.count(header.records());
        out.count(header.turns());
        out.count(header.graph().nextEntity());
        out.count(header.graph().nextFact());
        out.count(header.graph().entities());
        out.count(header.graph().facts());
        out.count(header.dimension());
        out.text(header.embedder());
        out.instant(header.lastKnown());
        out.count(header.options().size());
        header.options()
                .forEach(
                        (name, value) -> {
                            out.text(name);
                            out.text(value);
                        });
        Position[] applied = header.applied().toArray();
        out.count(applied.length);
        for (Position position : applied) {
            out.count(position.partition());
            out.count(position.offset());
        }
        reembedding(out, header.reembedding());
        return out.bytes();
    }

    private static void reembedding(RowOutput out, Reembedding reembedding) {
        out.flag(reembedding != null);
        if (reembedding == null) {
            return;
        }
        out.text(reembedding.kind() == null ? null : reembedding.kind().key());
        out.count(reembedding.next());
        out.count(reembedding.embedded());
        out.count(reembedding.of().partition());
        out.count(reembedding.of().offset());
        out.text(reembedding.failure());
        out.count(reembedding.staleTurns());
    }

    private static Reembedding reembedding(RowInput in) {
        if (!in.flag()) {
            return null;
        }
        String kind = in.text();
        return new Reembedding(
                kind == null ? null : RowKind.of(kind),
                in.count(),
                in.count(),
                new Position((int) in.count(), in.count()),
                in.text(),
                in.count());
    }

    public static MemoryHeader header(byte[] bytes) {
        RowInput in = new RowInput("header", HEADER, bytes);
        long nextRecord = in.count();
        long nextTurn = in.count();
        long firstTurn = in.count();
        long records = in.count();
        long turns = in.count();
        GraphCounts graph =
                in.version() == HEADER_WITHOUT_GRAPH
                        ? GraphCounts.NONE
                        : new GraphCounts(in.count(), in.count(), in.count(), in.count());
        int dimension = (int) in.count();
        String embedder = in.text();
        Instant lastKnown = in.instant();
        Map<String, String> options = new HashMap<>();
        for (long left = in.count(); left > 0; left--) {
            options.put(in.text(), in.text());
        }
        Position[] applied = new Position[(int) in.count()];
        for (int i = 0; i < applied.length; i++) {
            applied[i] = new Position((int) in.count(), in.count());
        }
        Reembedding reembedding =
                in.version() <= HEADER_WITHOUT_REEMBEDDING ? null : reembedding(in);
        return new MemoryHeader(
                nextRecord,
                nextTurn,
                firstTurn,
                records,
                turns,
                graph,
                dimension,
                embedder,
                reembedding,
                lastKnown,
                options,
                AppliedPositions.of(applied));
    }

    public static byte[] ordinals(long[] ordinals) {
        RowOutput out = new RowOutput(ORDINALS, 2 + 5 * ordinals.length);
        out.count(ordinals.length);
        for (long ordinal : ordinals) {
            out.count(ordinal);
        }
        return out.bytes();
    }

    public static long[] ordinals(byte[] bytes) {
        RowInput in = new RowInput("index", ORDINALS, bytes);
        long[] ordinals = new long[(int) in.count()];
        for (int i = 0; i < ordinals.length; i++) {
            ordinals[i] = in.count();
        }
        return ordinals;
    }

    public static byte[] answer(CommandOutcome outcome) {
        RowOutput out = new RowOutput(ANSWER, 128);
        out.text(OutcomeJson.write(outcome).toString());
        return out.bytes();
    }

    public static CommandOutcome answer(byte[] bytes) {
        return OutcomeJson.read(json(new RowInput("answer", ANSWER, bytes)));
    }

    public static byte[] pending(Pending pending) {
        RowOutput out = new RowOutput(PENDING, 128);
        out.text(DecisionJson.write(pending).toString());
        return out.bytes();
    }

    public static Pending pending(byte[] bytes) {
        return DecisionJson.pending(json(new RowInput("pending decision", PENDING, bytes)));
    }

    public static byte[] undistilled(Undistilled undistilled) {
        RowOutput out = new RowOutput(UNDISTILLED, 64);
        out.count(undistilled.asked());
        out.count(undistilled.of().partition());
        out.count(undistilled.of().offset());
        out.instant(undistilled.at());
        out.count(undistilled.turns().size());
        undistilled.turns().forEach(out::count);
        return out.bytes();
    }

    public static Undistilled undistilled(byte[] bytes) {
        RowInput in = new RowInput("undistilled session", UNDISTILLED, bytes);
        int asked = (int) in.count();
        Position of = new Position((int) in.count(), in.count());
        Instant at = in.instant();
        List<Long> turns = new ArrayList<>();
        for (long left = in.count(); left > 0; left--) {
            turns.add(in.count());
        }
        return new Undistilled(turns, asked, of, at);
    }

    private static JsonNode json(RowInput in) {
        return Json.parse(in.text().getBytes(StandardCharsets.UTF_8));
    }
}
