package dev.alluvium.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Exit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerITCase {

    private static final String TOPIC = "letters";

    @TempDir Path directory;

    @Test
    void carriesOnWithItsLogWhenStartedAgain() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0)) {
            createTopic(broker.bootstrapServers());
            send(broker.bootstrapServers(), bytes("a"), bytes("b"));
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0)) {
            send(broker.bootstrapServers(), bytes("c"));

            assertThat(read(broker.bootstrapServers(), 3))
                    .extracting(EmbeddedBrokerITCase::text)
                    .containsExactly("a", "b", "c");
            assertThat(broker.failure()).isNotDone();
        }
    }

    @Test
    void keepsEveryAcknowledgedWriteWhenItsProcessIsKilled() throws Exception {
        Process process = BrokerProcess.start(directory);
        try (BufferedReader output = process.inputReader()) {
            String killed = output.readLine();
            createTopic(killed);
            send(killed, bytes("a"), bytes("b"));
        } finally {
            process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0)) {
            send(broker.bootstrapServers(), bytes("c"));

            assertThat(read(broker.bootstrapServers(), 3))
                    .extracting(EmbeddedBrokerITCase::text)
                    .containsExactly("a", "b", "c");
        }
    }

    @Test
    void takesTheLargestBodyOfTheHttpApi() throws Exception {
        byte[] body = new byte[16 << 20];
        body[body.length - 1] = 7;
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0)) {
            createTopic(broker.bootstrapServers());
            send(broker.bootstrapServers(), body);

            assertThat(read(broker.bootstrapServers(), 1)).containsExactly(body);
        }
    }

    @Test
    void twoLiveSideBySide(@TempDir Path other) throws Exception {
        try (EmbeddedBroker first = EmbeddedBroker.start(directory, 0);
                EmbeddedBroker second = EmbeddedBroker.start(other, 0)) {
            createTopic(first.bootstrapServers());
            createTopic(second.bootstrapServers());
            send(first.bootstrapServers(), bytes("first"));
            send(second.bootstrapServers(), bytes("second"));

            assertThat(read(first.bootstrapServers(), 1))
                    .extracting(EmbeddedBrokerITCase::text)
                    .containsExactly("first");
            assertThat(read(second.bootstrapServers(), 1))
                    .extracting(EmbeddedBrokerITCase::text)
                    .containsExactly("second");
        }
    }

    @Test
    void refusesAPortInUseAndSaysWhichOne() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThatThrownBy(() -> EmbeddedBroker.start(directory, taken.getLocalPort()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("port " + taken.getLocalPort())
                    .hasMessageContaining("choose another port");
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0)) {
            assertThat(broker.failure()).isNotDone();
        }
    }

    @Test
    void refusesADirectoryThatAnotherBrokerUses() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0)) {
            assertThatThrownBy(() -> EmbeddedBroker.start(directory, 0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(directory.toString());
            assertThat(broker.failure()).isNotDone();
        }
    }

    @Test
    void reportsAFaultInsteadOfEndingTheJvm() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0)) {
            assertThatThrownBy(() -> Exit.halt(1, "all log directories failed"))
                    .isInstanceOf(IllegalStateException.class);

            assertThat(broker.failure())
                    .succeedsWithin(Duration.ofSeconds(1))
                    .satisfies(
                            fault ->
                                    assertThat(fault)
                                            .hasMessageContaining("all log directories failed"));
        }
    }

    private static void createTopic(String bootstrapServers) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1)))
                    .all()
                    .get(20, TimeUnit.SECONDS);
        }
    }

    private static void send(String bootstrapServers, byte[]... values) throws Exception {
        Map<String, Object> config =
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "max.request.size",
                        20 << 20,
                        "acks",
                        "all");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (byte[] value : values) {
                producer.send(new ProducerRecord<>(TOPIC, value)).get(20, TimeUnit.SECONDS);
            }
        }
    }

    private static List<byte[]> read(String bootstrapServers, int count) {
        List<byte[]> values = new ArrayList<>();
        Map<String, Object> config =
                Map.of("bootstrap.servers", bootstrapServers, "auto.offset.reset", "earliest");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(new TopicPartition(TOPIC, 0)));
            Instant deadline = Instant.now().plusSeconds(20);
            while (values.size() < count && Instant.now().isBefore(deadline)) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
            }
        }
        return values;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
