package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is started with another embedder than the one its memories were written with. */
class ReembedITCase {

    private static final String BEFORE = "embedder=e5-small-v2";
    private static final String AFTER = "embedder=all-minilm-l6-v2";
    private static final int RECORDS = 700;
    private static final Duration LONG = Duration.ofMinutes(3);
    private static final String QUERY = "{\"query\":\"something to drink\",\"depth\":\"shallow\"}";

    @TempDir Path data;

    private Program serve(String embedder) throws Exception {
        return Program.serve(
                data,
                0,
                "--set",
                embedder,
                "--set",
                "embed_turns=true",
                "--set",
                "embed_facts=true");
    }

    private static Memory memory(Program server) throws Exception {
        return new Memory(server.url(), "app", "user");
    }

    private static JsonNode progress(Program server) throws Exception {
        return memory(server).get("/reembed");
    }

    private static void write(Memory memory) throws Exception {
        memory.remember("", "{\"id\":\"tea\",\"content\":\"Anna drinks green tea\"}");
        memory.post(
                "/turns?wait=true",
                "{\"turns\":[{\"id\":\"t1\",\"session\":\"s\",\"author\":\"bob\",\"content\":\"What do you drink?\"},"
                        + "{\"id\":\"t2\",\"session\":\"s\",\"author\":\"anna\",\"content\":\"Green tea\"}]}");
        memory.post(
                "/graph/entities?wait=true",
                "{\"entities\":[{\"name\":\"Anna\",\"observations\":[\"drinks green tea\"]}]}");
    }

    /** Records that nothing has embedded. */
    private static void writeMany(Memory memory) throws Exception {
        for (int from = 0; from < RECORDS; from += 100) {
            String records =
                    IntStream.range(from, from + 100)
                            .mapToObj(
                                    i ->
                                            "{\"content\":\"Ticket %d is about printer number %d on floor %d\"}"
                                                    .formatted(i, i * 7 % 1000, i % 13))
                            .collect(Collectors.joining(","));
            memory.post("/records?wait=true", "{\"records\":[" + records + "]}");
        }
    }

    @Test
    void memoryIsEmbeddedAnewWhileItIsKilledReadAndWritten() throws Exception {
        try (Program server = serve(BEFORE)) {
            write(memory(server));
            server.terminate();
            server.await(LONG);
        }
        try (Program server = serve("embedder=none")) {
            writeMany(memory(server));
            server.terminate();
            server.await(LONG);
        }
        try (Program server = serve(AFTER)) {
            Memory memory = memory(server);
            Memory.Answer refused =
                    memory.send(
                            "POST", "/records?wait=true", "{\"records\":[{\"content\":\"x\"}]}");
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.body().path("detail").asText())
                    .contains(
                            "e5-small-v2 (384 dimensions)",
                            "all-minilm-l6-v2 (384 dimensions)",
                            "alluvium reembed");
            assertThat(memory.send("POST", "/recall", QUERY).status()).isEqualTo(422);

            memory.post("/reembed?wait=true", "{}");
            await().atMost(LONG).until(() -> progress(server).path("embedded").asLong() >= 128);
            server.kill();
        }
        try (Program server = serve(AFTER)) {
            Memory memory = memory(server);
            memory.remember("", "{\"id\":\"new\",\"content\":\"Water is in the fridge\"}");
            assertThat(memory.recalled("", QUERY)).contains("Water is in the fridge");
            await().atMost(LONG)
                    .until(() -> progress(server).path("state").asText().equals("completed"));
            JsonNode done = progress(server);
            assertThat(done.path("embedder").asText()).isEqualTo("all-minilm-l6-v2");
            // All records but the new one, both turns, one observation: each once.
            assertThat(done.path("embedded").asLong()).isEqualTo(RECORDS + 1 + 2 + 1);
            assertThat(memory.recalled("", QUERY).subList(0, 2))
                    .containsExactlyInAnyOrder("Anna drinks green tea", "Water is in the fridge");
            assertThat(memory.get("/records/tea?vector=true").path("vector").isTextual()).isTrue();
            assertThat(
                            memory.post("/turns/search", "{\"query\":\"beverage\"}")
                                    .at("/matches/0/parts/semantic")
                                    .asDouble())
                    .isPositive();
            memory.remember("", "{\"id\":\"late\",\"content\":\"Juice is on the table\"}");
            server.kill();
        }
        try (Program server = serve(BEFORE)) {
            Memory memory = memory(server);
            await("what was acknowledged before the embedder changed is not lost")
                    .atMost(LONG)
                    .until(() -> memory.send("GET", "/records/late", null).status() == 200);
            Program command = Program.run(LONG, "reembed", "--all", "--url", server.url());
            assertThat(command.await(LONG)).as(command.output()).isZero();
            // Where no checkpoint was made since, what the first embedder has embedded was never
            // dropped.
            assertThat(command.output())
                    .contains("1 of 1 memories")
                    .containsPattern("\\b70[0-6] texts");
            assertThat(memory.get("/records/late?vector=true").path("vector").isTextual()).isTrue();
            assertLogAppliedAgainAsksNothing(server, memory);
            assertThat(memory.recalled("", QUERY)).contains("Anna drinks green tea");
        }
    }

    /** Another job over the same log comes to the same memory, and adds nothing to the log. */
    private void assertLogAppliedAgainAsksNothing(Program server, Memory memory) throws Exception {
        List<JsonNode> first = memory.export();
        Map<Integer, Long> ends = LogEnds.of(server.bootstrapServers());
        try (Program second =
                Program.serve(
                        data.resolve("second"),
                        0,
                        "--set",
                        BEFORE,
                        "--set",
                        "embed_turns=true",
                        "--set",
                        "embed_facts=true",
                        "--set",
                        "kafka=" + server.bootstrapServers())) {
            Memory again = memory(second);
            await("the log is applied")
                    .atMost(LONG)
                    .ignoreExceptions()
                    .untilAsserted(() -> assertThat(again.export()).isEqualTo(first));
            assertThat(progress(second).path("embedder").asText()).isEqualTo("e5-small-v2");
            assertThat(progress(second).path("state").asText()).isEqualTo("completed");
            assertThat(again.get("/records/late?vector=true").path("vector").isTextual()).isTrue();
        }
        assertThat(LogEnds.of(server.bootstrapServers())).isEqualTo(ends);
    }
}
