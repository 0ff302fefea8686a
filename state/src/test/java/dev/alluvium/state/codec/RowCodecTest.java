package dev.alluvium.state.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.Position;
import dev.alluvium.state.change.GraphCounts;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.decide.Pending;
import dev.alluvium.state.decide.SaveQuestion;
import dev.alluvium.state.decide.Undistilled;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.ItemOutcome;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.reembed.Reembedding;
import dev.alluvium.state.reembed.RowKind;
import dev.alluvium.state.scope.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows as they were stored by every release must stay readable; see rows-1.txt and its successors
 * beside this.
 */
class RowCodecTest {

    private static final Instant AT = Instant.parse("2026-05-08T10:56:00.123456789Z");

    /** The rows as this release stores them. */
    private static final String NEWEST = "rows-3.txt";

    /** A row of each kind: how it is written, read, and what is read from it. */
    private record Sample(byte[] bytes, Function<byte[], Object> reader, Object value) {
        Object read(byte[] stored) {
            return reader.apply(stored);
        }
    }

    private static Map<String, Sample> samples() {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("text", "é李أ");
        metadata.put("list", Arrays.asList(1, 2.5, null, Map.of("deep", true)));
        metadata.put("long", 1L << 40);
        MemoryRecord full =
                new MemoryRecord(
                        "id-1",
                        3,
                        "Content 李 with \0 and 𝄞",
                        Scope.of("/team/a'b"),
                        List.of("x", "y"),
                        metadata,
                        0.75,
                        "ann",
                        true,
                        AT,
                        AT.plusSeconds(1),
                        AT.plusSeconds(2),
                        AT.plusSeconds(3),
                        AT.plusSeconds(4),
                        AT.plusSeconds(5));
        MemoryRecord bare =
                new MemoryRecord(
                        "id-2",
                        1,
                        "x",
                        Scope.ROOT,
                        List.of(),
                        Map.of(),
                        0,
                        null,
                        false,
                        AT,
                        AT,
                        AT,
                        null,
                        AT,
                        null);
        Turn turn = new Turn("t", "s", "bob", "said", AT, metadata, AT.plusSeconds(1));
        Turn anonymous = new Turn("t2", "", null, "said", Instant.EPOCH, Map.of(), AT);
        MemoryHeader header =
                new MemoryHeader(
                        300,
                        1L << 35,
                        128,
                        127,
                        5,
                        GraphCounts.NONE,
                        384,
                        "e5-small-v2",
                        null,
                        AT,
                        Map.of("recency_weight", "0.1"),
                        AppliedPositions.of(new Position(3, 1L << 40), new Position(0, 0)));
        CommandOutcome answer =
                new CommandOutcome(
                        new Position(3, 1289),
                        List.of(
                                new ItemOutcome("a", ItemOutcome.Action.INSERTED, null, null),
                                new ItemOutcome(
                                        "b", ItemOutcome.Action.DUPLICATE, "a", "same text")),
                        7,
                        null);
        CommandOutcome refused =
                new CommandOutcome(
                        new Position(0, 0),
                        List.of(),
                        0,
                        new CommandOutcome.Refusal(422, "Title", "detail"));
        Map<String, Sample> samples = new LinkedHashMap<>();
        samples.put("record", sample(RowCodec.record(full), RowCodec::record, full));
        samples.put("bare-record", sample(RowCodec.record(bare), RowCodec::record, bare));
        float[] vector = {0.6f, -0.8f, 1e-30f};
        samples.put(
                "vector",
                sample(
                        RowCodec.vector(vector, true),
                        b -> List.of(list(RowCodec.vector(b)), RowCodec.isCurrent(b)),
                        List.of(list(vector), true)));
        samples.put(
                "old-vector",
                sample(
                        RowCodec.vector(vector, false),
                        b -> List.of(list(RowCodec.vector(b)), RowCodec.isCurrent(b)),
                        List.of(list(vector), false)));
        samples.put(
                "turn",
                sample(
                        RowCodec.turn(turn, List.of(vector, vector)),
                        RowCodecTest::turn,
                        List.of(turn, List.of(list(vector), list(vector)))));
        samples.put(
                "bare-turn",
                sample(
                        RowCodec.turn(anonymous, List.of()),
                        RowCodecTest::turn,
                        List.of(anonymous, List.of())));
        Pending pending =
                new Pending(
                        List.of(
                                new Pending.Item(
                                        "id-1",
                                        3,
                                        new SaveQuestion.Wanted(true, false, true),
                                        Map.of("id-2", 1, "é", 7)),
                                new Pending.Item(
                                        "id-3",
                                        1,
                                        new SaveQuestion.Wanted(false, false, false),
                                        Map.of())));
        samples.put("pending", sample(RowCodec.pending(pending), RowCodec::pending, pending));
        Undistilled undistilled =
                new Undistilled(List.of(1L, 128L, 1L << 40), 2, new Position(3, 1L << 33), AT);
        samples.put(
                "undistilled",
                sample(RowCodec.undistilled(undistilled), RowCodec::undistilled, undistilled));
        samples.put("header", sample(RowCodec.header(header), RowCodec::header, header));
        samples.put(
                "empty-header",
                sample(RowCodec.header(MemoryHeader.EMPTY), RowCodec::header, MemoryHeader.EMPTY));
        MemoryHeader stopped =
                header.withReembedding(
                        new Reembedding(
                                RowKind.TURNS, 7, 1L << 35, new Position(3, 1290), "down", 300));
        samples.put(
                "header-reembedding", sample(RowCodec.header(stopped), RowCodec::header, stopped));
        MemoryHeader reembedded =
                MemoryHeader.EMPTY.withReembedding(
                        new Reembedding(null, 0, 2, new Position(0, 4), null, 0));
        samples.put(
                "header-reembedded",
                sample(RowCodec.header(reembedded), RowCodec::header, reembedded));
        samples.put(
                "index",
                sample(
                        RowCodec.ordinals(new long[] {0, 127, 128, Long.MAX_VALUE}),
                        b -> Arrays.stream(RowCodec.ordinals(b)).boxed().toList(),
                        List.of(0L, 127L, 128L, Long.MAX_VALUE)));
        samples.put("answer", sample(RowCodec.answer(answer), RowCodec::answer, answer));
        samples.put("refusal", sample(RowCodec.answer(refused), RowCodec::answer, refused));
        MemoryHeader withGraph = header.withGraph(new GraphCounts(1L << 33, 300, 5, 129));
        samples.put(
                "header-with-graph",
                sample(RowCodec.header(withGraph), RowCodec::header, withGraph));
        GraphSamples.ENTITIES.forEach(
                (kind, entity) ->
                        samples.put(
                                kind,
                                sample(GraphCodec.entity(entity), GraphCodec::entity, entity)));
        GraphSamples.FACTS.forEach(
                (kind, fact) ->
                        samples.put(kind, sample(GraphCodec.fact(fact), GraphCodec::fact, fact)));
        GraphSamples.TIMELINES.forEach(
                (kind, timeline) ->
                        samples.put(
                                kind,
                                sample(
                                        GraphCodec.timeline(timeline),
                                        GraphCodec::timeline,
                                        timeline)));
        return samples;
    }

    private static Sample sample(byte[] bytes, Function<byte[], Object> reader, Object value) {
        return new Sample(bytes, reader, value);
    }

    private static Object turn(byte[] bytes) {
        RowCodec.TurnEntry entry = RowCodec.turn(bytes);
        return List.of(entry.turn(), entry.vectors().stream().map(RowCodecTest::list).toList());
    }

    private static List<Float> list(float[] vector) {
        Float[] boxed = new Float[vector.length];
        Arrays.setAll(boxed, i -> vector[i]);
        return List.of(boxed);
    }

    /** Lines {@code kind base64}. */
    private static Map<String, byte[]> stored(String file) throws IOException {
        try (InputStream in = RowCodecTest.class.getResourceAsStream(file)) {
            Map<String, byte[]> rows = new LinkedHashMap<>();
            for (String line :
                    new String(in.readAllBytes(), StandardCharsets.US_ASCII).split("\n")) {
                String[] parts = line.split(" ");
                rows.put(parts[0], Base64.getDecoder().decode(parts[1]));
            }
            return rows;
        }
    }

    @Test
    void everyKindIsReadAsItWasWritten() {
        samples().forEach((kind, s) -> assertThat(s.read(s.bytes())).as(kind).isEqualTo(s.value()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rows-1.txt", "rows-2.txt", NEWEST})
    void rowsOfEveryReleaseAreReadable(String file) throws IOException {
        Map<String, Sample> samples = samples();
        Map<String, byte[]> stored = stored(file);

        assertThat(samples).containsKeys(stored.keySet().toArray(String[]::new));
        stored.forEach(
                (kind, bytes) ->
                        assertThat(samples.get(kind).read(bytes))
                                .as(kind)
                                .isEqualTo(samples.get(kind).value()));
    }

    @Test
    void rowsOfThisReleaseAreStored() throws IOException {
        Map<String, Sample> samples = samples();
        Map<String, byte[]> stored = stored(NEWEST);

        assertThat(stored).containsOnlyKeys(samples.keySet());
        samples.forEach(
                (kind, sample) ->
                        assertThat(sample.bytes())
                                .as("%s: a changed format needs a new number and file", kind)
                                .isEqualTo(stored.get(kind)));
    }

    @Test
    void rowOfANewerReleaseIsRefusedWithTheWayOut() {
        samples()
                .forEach(
                        (kind, sample) -> {
                            byte[] newer = sample.bytes().clone();
                            newer[0] = 9;
                            assertThatThrownBy(() -> sample.read(newer))
                                    .as(kind)
                                    .isInstanceOf(IllegalStateException.class)
                                    .hasMessageContaining(
                                            "row has format 9, this program reads 1 to %d; ",
                                            sample.bytes()[0])
                                    .hasMessageContaining("run that one");
                        });
    }

    @Test
    void rowThatEndsEarlyIsRefused() {
        for (String kind :
                Stream.of("record", "turn", "header", "index", "entity", "fact", "timeline")
                        .toList()) {
            Sample sample = samples().get(kind);
            byte[] cut = Arrays.copyOf(sample.bytes(), sample.bytes().length - 1);
            assertThatThrownBy(() -> sample.read(cut))
                    .as(kind)
                    .isInstanceOf(RuntimeException.class);
        }
    }
}
