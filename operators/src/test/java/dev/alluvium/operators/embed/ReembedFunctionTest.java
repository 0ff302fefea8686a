package dev.alluvium.operators.embed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.models.embedding.Embedder;
import dev.alluvium.models.embedding.EmbeddingService;
import dev.alluvium.models.embedding.Lease;
import dev.alluvium.operators.decide.DecidedSaves;
import dev.alluvium.operators.decide.OpenQuestion;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.command.SetVectors;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.reembed.RowKind;
import dev.alluvium.state.reembed.RowVectors;
import dev.alluvium.state.reembed.VectorQuestion;
import dev.alluvium.state.reembed.VectorQuestion.Row;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.AsyncDataStream.OutputMode;
import org.apache.flink.streaming.api.operators.async.AsyncWaitOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // the harness may throw InterruptedException when it is closed
class ReembedFunctionTest {

    private static final String MODEL = "e5-small-v2";
    private static final MemoryId MEMORY = new MemoryId("app", "user");
    private static final EmbedSettings E5 =
            new EmbedSettings(Embedder.of(MODEL), Embedded.TURNS, 1 << 20);

    private static VectorQuestion question(String model, RowKind kind, Row... rows) {
        return new VectorQuestion(MEMORY, new Position(1, 7), model, kind, 42, List.of(rows));
    }

    private static List<SetVectors> ask(
            EmbedSettings settings, boolean answered, VectorQuestion question) throws Exception {
        DecidedSaves.Source source = () -> (of, session) -> answered;
        try (var harness =
                new OneInputStreamOperatorTestHarness<
                        Tuple2<String, byte[]>, Tuple2<String, byte[]>>(
                        new AsyncWaitOperatorFactory<>(
                                new ReembedFunction(settings, source, Duration.ofMillis(1)),
                                0,
                                ReembedFunction.MAX_WAITING + 1,
                                OutputMode.UNORDERED))) {
            var serializer =
                    OpenQuestion.TYPE.createSerializer(
                            harness.getExecutionConfig().getSerializerConfig());
            harness.getStreamConfig().setupNetworkInputs(serializer);
            harness.getStreamConfig().serializeAllConfigs();
            harness.setup(serializer);
            harness.open();
            harness.processElement(new StreamRecord<>(VectorRequest.of(question)));
            harness.endInput();
            assertThat(harness.extractOutputValues())
                    .allMatch(output -> output.f0.equals(MEMORY.key()));
            return harness.extractOutputValues().stream()
                    .map(output -> (SetVectors) CommandCodec.decode(output.f1))
                    .toList();
        }
    }

    @Test
    void rowsGetTheVectorsThatPassagesHave() throws Exception {
        List<SetVectors> commands =
                ask(
                        E5,
                        false,
                        question(
                                MODEL,
                                RowKind.TURNS,
                                new Row(40, List.of("in Oslo", "where?\nin Oslo")),
                                new Row(41, List.of("مرحبا"))));

        assertThat(commands).hasSize(1);
        SetVectors command = commands.get(0);
        assertThat(command.of()).isEqualTo(new Position(1, 7));
        assertThat(command.embedder()).isEqualTo(MODEL);
        assertThat(command.kind()).isEqualTo(RowKind.TURNS);
        assertThat(command.upTo()).isEqualTo(42);
        assertThat(command.failure()).isNull();
        assertThat(command.rows()).extracting(RowVectors::ordinal).containsExactly(40L, 41L);
        assertThat(command.rows()).extracting(RowVectors::text).containsOnlyNulls();
        assertThat(command.rows().get(0).vectors()).hasSize(2);
        try (Lease<EmbeddingService> service =
                EmbeddingService.shared(Embedder.of(MODEL), E5.options())) {
            assertThat(command.rows().get(1).vectors().get(0))
                    .containsExactly(service.get().passage("مرحبا").get());
        }
    }

    @Test
    void factsAreToldWithWhatTheySay() throws Exception {
        SetVectors command =
                ask(E5, false, question(MODEL, RowKind.FACTS, new Row(3, List.of("Zoë: sings"))))
                        .get(0);

        assertThat(command.rows().get(0).text()).isEqualTo("Zoë: sings");
    }

    @Test
    void whereNoRowLacksAVectorTheNextAreLookedAt() throws Exception {
        SetVectors command = ask(E5, false, question(MODEL, RowKind.RECORDS)).get(0);

        assertThat(command.rows()).isEmpty();
        assertThat(command.failure()).isNull();
        assertThat(command.upTo()).isEqualTo(42);
    }

    @Test
    void whatTheLogAnswersIsNotEmbeddedAgain() throws Exception {
        assertThat(ask(E5, true, question(MODEL, RowKind.RECORDS, new Row(0, List.of("tea")))))
                .isEmpty();
    }

    @Test
    void embedderThatIsDownIsTold() throws Exception {
        Embedder down =
                new Embedder(
                        "custom",
                        "{\"url\":\"http://127.0.0.1:1/embed\",\"model_name\":\"m\",\"retries\":0}");
        SetVectors command =
                ask(
                                new EmbedSettings(down, Embedded.RECORDS, 0),
                                false,
                                question(down.name(), RowKind.RECORDS, new Row(0, List.of("tea"))))
                        .get(0);

        assertThat(command.failure()).contains("127.0.0.1");
        assertThat(command.rows()).isEmpty();
    }

    @Test
    void modelThatEmbedsNoMoreIsTold() throws Exception {
        VectorQuestion question = question("gone", RowKind.RECORDS, new Row(0, List.of("tea")));

        assertThat(ask(E5, false, question).get(0).failure()).contains("gone");
        assertThat(ask(new EmbedSettings(null, Embedded.RECORDS, 0), false, question))
                .extracting(SetVectors::failure)
                .allMatch(failure -> failure.contains("gone"));
    }
}
