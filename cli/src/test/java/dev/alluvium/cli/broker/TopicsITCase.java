package dev.alluvium.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.job.topic.TopicSpec;
import dev.alluvium.job.topic.Topics;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job's topics against a real broker, here because the broker is. */
class TopicsITCase {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir Path directory;

    @Test
    void createsWhatIsMissingAndAcceptsWhatIsThere() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0);
                Admin admin =
                        Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Topics.ensure(
                    broker.bootstrapServers(),
                    List.of(new TopicSpec(Topics.EVENTS, 1, Map.of())),
                    PATIENCE);
            List<TopicSpec> wanted = Topics.all(3, Optional.of(Duration.ofDays(90)));

            Topics.ensure(broker.bootstrapServers(), wanted, PATIENCE);
            Topics.ensure(admin, wanted, PATIENCE);

            assertThat(partitions(admin, Topics.COMMANDS)).isEqualTo(3);
            assertThat(partitions(admin, Topics.REJECTED)).isEqualTo(3);
            assertThat(partitions(admin, Topics.EVENTS)).isEqualTo(1);
            Config commands = config(admin, Topics.COMMANDS);
            assertThat(commands.get("message.timestamp.type").value()).isEqualTo("LogAppendTime");
            assertThat(commands.get("retention.ms").value()).isEqualTo("7776000000");
        }
    }

    @Test
    void saysThatNobodyAnswersAndWhere() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String address = "127.0.0.1:" + silent.getLocalPort();
            assertThatThrownBy(
                            () ->
                                    Topics.ensure(
                                            address,
                                            Topics.all(4, Optional.empty()),
                                            Duration.ofMillis(500)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(address)
                    .hasMessageContaining("no answer within PT0.5S");
        }
    }

    @Test
    void saysThatAnAddressIsNone() {
        assertThatThrownBy(
                        () ->
                                Topics.ensure(
                                        "no.such.host.invalid:1", List.of(), Duration.ofSeconds(5)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no.such.host.invalid:1");
    }

    private static int partitions(Admin admin, String topic) throws Exception {
        return admin.describeTopics(List.of(topic))
                .allTopicNames()
                .get(20, TimeUnit.SECONDS)
                .get(topic)
                .partitions()
                .size();
    }

    private static Config config(Admin admin, String topic) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return admin.describeConfigs(List.of(resource))
                .all()
                .get(20, TimeUnit.SECONDS)
                .get(resource);
    }
}
