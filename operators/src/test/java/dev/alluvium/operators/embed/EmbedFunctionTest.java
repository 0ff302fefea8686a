package dev.alluvium.operators.embed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.alluvium.models.embedding.Embedder;
import dev.alluvium.operators.log.LoggedCommand;
import dev.alluvium.operators.log.LoggedCommandSerializer;
import dev.alluvium.state.Position;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.command.Remember;
import dev.alluvium.state.core.TestingMemory;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.record.RecordDraft;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.flink.streaming.api.datastream.AsyncDataStream.OutputMode;
import org.apache.flink.streaming.api.operators.async.AsyncWaitOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // the harness may throw InterruptedException when it is closed
class EmbedFunctionTest {

    private static final EmbedSettings RECORDS =
            new EmbedSettings(Embedder.of("e5-small-v2"), Embedded.RECORDS, 1 << 20);

    private static List<LoggedCommand> run(EmbedSettings settings, byte[]... values)
            throws Exception {
        try (var harness =
                new OneInputStreamOperatorTestHarness<LoggedCommand, LoggedCommand>(
                        new AsyncWaitOperatorFactory<>(
                                new EmbedFunction(settings), 0, 16, OutputMode.ORDERED),
                        new LoggedCommandSerializer())) {

            harness.setup(new LoggedCommandSerializer());
            harness.open();
            for (int i = 0; i < values.length; i++) {
                harness.processElement(
                        new StreamRecord<>(
                                new LoggedCommand("app/user", new Position(0, i), 7, values[i])));
            }
            harness.endInput();
            return harness.extractOutputValues();
        }
    }

    private static byte[] remember(String records) {
        return CommandCodec.encode(
                TestingMemory.command("remember", "{records: [" + records + "]}"));
    }

    @Test
    void orderOfTheLogIsKeptAndEveryTextGetsItsVector() throws Exception {
        byte[] garbage = {1, 2};
        List<LoggedCommand> out =
                run(
                        RECORDS,
                        remember("{content: 'the first'}, {content: 'brought', vector: [3, 4]}"),
                        garbage,
                        CommandCodec.encode(TestingMemory.command("erase", "{}")),
                        remember("{content: 'the first'}"));

        assertThat(out)
                .extracting(entry -> entry.position().offset())
                .containsExactly(0L, 1L, 2L, 3L);
        assertThat(out).extracting(LoggedCommand::timestamp).containsOnly(7L);
        List<RecordDraft> first = ((Remember) out.get(0).command()).records();
        assertThat(first.get(0).vector()).hasSize(384);
        assertThat(first.get(1).vector()).containsExactly(3, 4);
        assertThat(out.get(1).value()).isEqualTo(garbage);
        assertThat(((Remember) out.get(3).command()).records().get(0).vector())
                .containsExactly(first.get(0).vector());
    }

    @Test
    void aTextThatAProviderRefusesCostsTheOthersNothing() throws Exception {
        HttpServer provider =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        provider.createContext(
                "/",
                exchange -> {
                    JsonNode texts = Json.parse(exchange.getRequestBody().readAllBytes());
                    boolean refused = texts.toString().contains("unfit");
                    ObjectNode reply = Json.object();
                    ArrayNode vectors = reply.putArray("vectors");
                    texts.path("texts").forEach(text -> vectors.addArray().add(1).add(0));
                    byte[] body = Json.bytes(refused ? Json.object() : reply);
                    exchange.sendResponseHeaders(refused ? 400 : 200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        provider.start();
        try {
            Embedder embedder =
                    new Embedder(
                            "custom",
                            "{\"url\":\"http://127.0.0.1:%d/\",\"model_name\":\"m\"}"
                                    .formatted(provider.getAddress().getPort()));
            List<LoggedCommand> out =
                    run(
                            new EmbedSettings(embedder, Embedded.RECORDS, 0),
                            remember("{content: 'first'}, {content: 'unfit'}, {content: 'third'}"),
                            remember("{content: 'of another'}"));

            assertThat(vectors(out.get(0)))
                    .extracting(v -> v != null)
                    .containsExactly(true, false, true);
            assertThat(vectors(out.get(1))).doesNotContainNull();
        } finally {
            provider.stop(0);
        }
    }

    private static List<float[]> vectors(LoggedCommand entry) {
        return ((Remember) entry.command()).records().stream().map(RecordDraft::vector).toList();
    }

    @Test
    void withoutAModelEverythingPassesAsItCame() throws Exception {
        byte[] value = remember("{content: 'the first'}");
        List<LoggedCommand> out = run(new EmbedSettings(null, Embedded.RECORDS, 0), value);

        assertThat(out.get(0).value()).isEqualTo(value);
    }
}
