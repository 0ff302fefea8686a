package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.job.topic.Topics;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A server as it starts from the packaged program, and what the guide says of a memory. */
class ServeITCase {

    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(60);

    @RegisterExtension static final SharedServer SERVER = new SharedServer();

    @TempDir static Path directory;
    private Program server;

    @BeforeEach
    void find() {
        server = SERVER.program();
    }

    @Test
    void isReadyWhenItSaysSo() throws Exception {
        HttpClient http = HttpClient.newHttpClient();
        for (String path : List.of("/readyz", "/healthz", "/metrics", "/openapi.yaml", "/docs")) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + path)).build();
            assertThat(http.send(request, BodyHandlers.discarding()).statusCode())
                    .as(path)
                    .isLessThan(400);
        }
    }

    @Test
    void aBatchOfThreeSentencesStoresTwo() throws Exception {
        Memory memory = memory("batch");

        JsonNode answer =
                memory.post(
                        "/records?wait=true",
                        """
                        {"records":[{"content":"CrewAI supports complex workflows."},
                                    {"content":"Python is a great language."},
                                    {"content":"CrewAI supports complex workflows."}]}
                        """);

        assertThat(answer.at("/outcomes/2/action").asText()).isEqualTo("duplicate");
        assertThat(answer.at("/outcomes/2/duplicate_of")).isEqualTo(answer.at("/outcomes/0/id"));
        assertThat(memory.get("/records").path("total").asLong()).isEqualTo(2);
    }

    @Test
    void theSameSentenceThreeTimesLeavesOneRecord() throws Exception {
        Memory memory = memory("thrice");
        for (int i = 0; i < 3; i++) {
            memory.post(
                    "/records",
                    "{\"records\":[{\"content\":\"CrewAI ensures reliable operation\"}]}");
        }
        assertThat(memory.get("/records").path("total").asLong()).isEqualTo(1);
    }

    @Test
    void recallSeesWritesThatWereNotWaitedFor() throws Exception {
        Memory memory = memory("barrier");
        memory.post(
                "/records",
                """
                {"records":[{"content":"The API rate limit is 1000 requests per minute."},
                            {"content":"Our staging environment uses port 8080."},
                            {"content":"The team agreed to use feature flags for all new releases."}]}
                """);
        assertThat(memory.recalled("", "{\"query\":\"What are our API limits?\",\"limit\":5}"))
                .hasSize(3)
                .first()
                .isEqualTo("The API rate limit is 1000 requests per minute.");
    }

    @Test
    void scopesSearchTheirBranchAndViewsStayInside() throws Exception {
        Memory memory = memory("scopes");
        memory.remember(
                "",
                "{\"content\":\"Using microservices architecture\",\"scope\":\"/project/alpha/architecture\"}");
        memory.remember(
                "",
                "{\"content\":\"GraphQL API for client apps\",\"scope\":\"/project/beta/api\"}");
        memory.remember(
                "&root=/agent/researcher",
                "{\"content\":\"Found three relevant papers on LLM memory.\"}");

        assertThat(memory.recalled("", "{\"query\":\"API design\",\"scope\":\"/project/beta\"}"))
                .containsExactly("GraphQL API for client apps");
        assertThat(memory.recalled("?root=/agent/researcher", "{\"query\":\"relevant papers\"}"))
                .containsExactly("Found three relevant papers on LLM memory.");
        assertThat(memory.get("/records?scope=/agent").at("/records/0/scope").asText())
                .isEqualTo("/agent/researcher");
        Program tree =
                Program.run(
                        COMMAND_LIMIT, "tree", "--memory", "seed/scopes", "--url", server.url());
        assertThat(tree.output())
                .contains("/ (3 records)")
                .contains("├─ agent (1 record)")
                .contains("└─ project (2 records)")
                .contains("alpha (1 record)");
    }

    @Test
    void slicesMergeBranchesAndAreReadOnlyUnlessAskedOtherwise() throws Exception {
        Memory memory = memory("slices");
        memory.remember(
                "",
                "{\"content\":\"Security policy: rotate keys\",\"scope\":\"/company/knowledge\"}");
        memory.remember(
                "", "{\"content\":\"Notes on key rotation\",\"scope\":\"/agent/researcher\"}");
        memory.remember("", "{\"content\":\"Key dates\",\"scope\":\"/agent/writer\"}");
        String slice = "slice=/agent/researcher&slice=/company/knowledge";

        assertThat(
                        memory.recalled(
                                "?" + slice,
                                "{\"query\":\"company security policies\",\"limit\":5}"))
                .containsExactlyInAnyOrder("Security policy: rotate keys", "Notes on key rotation");
        String finding = "{\"records\":[{\"content\":\"new finding\"}]}";
        assertThat(memory.send("POST", "/records?" + slice, finding).status()).isEqualTo(403);
        assertThat(memory.send("POST", "/records?writable=true&" + slice, finding).status())
                .isBetween(400, 403);
        assertThat(
                        memory.send(
                                        "POST",
                                        "/records?wait=true&writable=true&" + slice,
                                        "{\"records\":[{\"content\":\"new finding\",\"scope\":\"/agent/researcher\"}]}")
                                .status())
                .isEqualTo(200);
        assertThat(memory.get("/records").path("total").asLong()).isEqualTo(4);
    }

    @Test
    void privateRecordsAreSeenByTheirOwnSource() throws Exception {
        Memory memory = memory("private");
        memory.remember(
                "",
                "{\"content\":\"Alice's API key is sk-1\",\"source\":\"user:alice\",\"private\":true}");

        assertThat(memory.recalled("", "{\"query\":\"API key\"}")).isEmpty();
        assertThat(memory.recalled("", "{\"query\":\"API key\",\"source\":\"user:bob\"}"))
                .isEmpty();
        assertThat(memory.recalled("", "{\"query\":\"API key\",\"source\":\"user:alice\"}"))
                .hasSize(1);
        assertThat(memory.recalled("", "{\"query\":\"API key\",\"include_private\":true}"))
                .hasSize(1);
    }

    @Test
    void forgetEmptiesABranchAndNotItsNeighbour() throws Exception {
        Memory memory = memory("forget");
        memory.remember("", "{\"content\":\"one\",\"scope\":\"/project/old\"}");
        memory.remember("", "{\"content\":\"two\",\"scope\":\"/project/old/notes\"}");
        memory.remember("", "{\"content\":\"three\",\"scope\":\"/project/older\"}");

        Program forget =
                Program.run(
                        COMMAND_LIMIT,
                        "forget",
                        "--memory",
                        "seed/forget",
                        "--scope",
                        "/project/old",
                        "--yes",
                        "--url",
                        server.url());

        assertThat(forget.output()).contains("2 records deleted from seed/forget");
        assertThat(memory.get("/records").at("/records/0/content").asText()).isEqualTo("three");
        assertThat(memory.get("/records").path("total").asLong()).isEqualTo(1);
    }

    @Test
    void aLocomoFileIsBackfilledAndSearched() throws Exception {
        Path file = directory.resolve("mini.json");
        Files.writeString(
                file,
                """
                [{"sample_id":"conv-1","qa":[],"conversation":{"speaker_a":"Caroline","speaker_b":"Melanie",
                  "session_1_date_time":"1:56 pm on 8 May, 2023",
                  "session_1":[{"speaker":"Caroline","dia_id":"D1:1","text":"Hey Mel! Good to see you!"},
                    {"speaker":"Melanie","dia_id":"D1:2","text":"Swamped with the kids and work. You?"},
                    {"speaker":"Caroline","dia_id":"D1:3","text":"I went to a LGBTQ support group yesterday.",
                     "blip_caption":"a rainbow flag"}],
                  "session_2_date_time":"1:14 pm on 25 May, 2023",
                  "session_2":[{"speaker":"Melanie","dia_id":"D2:1","text":"I ran a charity race."}]}}]
                """);

        Program backfill =
                Program.run(
                        COMMAND_LIMIT,
                        "backfill",
                        file.toString(),
                        "--format",
                        "locomo",
                        "--url",
                        server.url());

        assertThat(backfill.await(COMMAND_LIMIT)).as(backfill.output()).isZero();
        assertThat(backfill.output())
                .contains("4 rows accepted and applied")
                .contains("0 rejected");
        JsonNode answer =
                new Memory(server.url(), "locomo", "conv-1")
                        .post(
                                "/turns/search",
                                "{\"query\":\"When did Caroline go to the LGBTQ support group?\"}");
        assertThat(answer.at("/matches/0/turn/id").asText()).isEqualTo("D1:3");
        assertThat(answer.at("/matches/0/turn/at").asText()).isEqualTo("2023-05-08T13:56:00Z");
        assertThat(answer.at("/matches/0/turn/content").asText()).contains("rainbow flag");
    }

    @Test
    void aDataDirectoryInUseIsRefused() throws Exception {
        Program second =
                Program.run(
                        COMMAND_LIMIT, "serve", "--data", SERVER.data().toString(), "--port", "0");

        assertThat(second.await(COMMAND_LIMIT)).isEqualTo(1);
        assertThat(second.output()).contains("is in use by process").doesNotContain("\tat ");
        assertThat(server.isAlive()).isTrue();
    }

    @Test
    void otherProgramsProduceCommandsThemselves() throws Exception {
        String command =
                """
                {"v":1,"command":"remember","app":"seed","user":"outside",
                 "records":[{"content":"Written by a plain producer","scope":"/outside"}]}
                """;
        Map<String, Object> settings =
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, server.bootstrapServers());
        RecordMetadata written;
        RecordMetadata garbage;
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            garbage =
                    producer.send(new ProducerRecord<>(Topics.COMMANDS, "seed/outside", "{\"oops"))
                            .get(30, TimeUnit.SECONDS);
            written =
                    producer.send(new ProducerRecord<>(Topics.COMMANDS, "seed/outside", command))
                            .get(30, TimeUnit.SECONDS);
        }

        JsonNode records =
                memory("outside")
                        .get(
                                "/records",
                                "Alluvium-Position",
                                written.partition() + ":" + written.offset());
        assertThat(records.at("/records/0/content").asText())
                .isEqualTo("Written by a plain producer");
        assertThat(records.at("/records/0/scope").asText()).isEqualTo("/outside");
        ConsumerRecord<byte[], byte[]> rejected =
                rejected(garbage.partition() + ":" + garbage.offset());
        assertThat(new String(rejected.value(), StandardCharsets.UTF_8)).isEqualTo("{\"oops");
        assertThat(new String(rejected.key(), StandardCharsets.UTF_8)).isEqualTo("seed/outside");
        assertThat(header(rejected, "reason")).contains("malformed JSON");
    }

    private ConsumerRecord<byte[], byte[]> rejected(String position) throws Exception {
        Map<String, Object> settings =
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, server.bootstrapServers(),
                        ConsumerConfig.GROUP_ID_CONFIG, "rejected-of-a-test",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(Topics.REJECTED));
            return Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .pollInSameThread()
                    .until(
                            () -> {
                                for (ConsumerRecord<byte[], byte[]> record :
                                        consumer.poll(Duration.ofMillis(500))) {
                                    if (header(record, "position").equals(position)) {
                                        return record;
                                    }
                                }
                                return null;
                            },
                            record -> record != null);
        }
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private static Memory memory(String user) throws Exception {
        return SERVER.memory("seed", user);
    }
}
