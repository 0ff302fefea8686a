package dev.alluvium.job.topic;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** The topics the job lives on, and the check at its start that they are there. */
public final class Topics {

    /** Every write, keyed by memory: the only way in. */
    public static final String COMMANDS = "alluvium.commands";

    /** What changed, for followers. */
    public static final String EVENTS = "alluvium.events";

    /** Commands that could not be decoded, with the reason and the original bytes. */
    public static final String REJECTED = "alluvium.rejected";

    /** Where the subtasks that own memories answer questions, for query layers elsewhere. */
    public static final String ENDPOINTS = "alluvium.endpoints";

    public static final int DEFAULT_PARTITIONS = 4;

    /** A body of the HTTP API may have 16 MiB, and its command carries a little more. */
    private static final int MAX_MESSAGE_BYTES = 20 << 20;

    private static final Duration FOLLOWERS_RETENTION = Duration.ofDays(7);
    private static final Duration REJECTED_RETENTION = Duration.ofDays(30);

    private Topics() {}

    /**
     * The topics of one system.
     *
     * @param partitions of each topic; bounds how many subtasks can read at once
     * @param commandRetention how long the commands are kept, for ever when empty. State and
     *     checkpoints do not need old commands; rebuilding all state from the log does. It must be
     *     longer than the job is ever stopped.
     */
    public static List<TopicSpec> all(int partitions, Optional<Duration> commandRetention) {
        return List.of(
                new TopicSpec(COMMANDS, partitions, commands(commandRetention)),
                new TopicSpec(EVENTS, partitions, kept(FOLLOWERS_RETENTION)),
                new TopicSpec(REJECTED, partitions, kept(REJECTED_RETENTION)));
    }

    /**
     * The topic on which subtasks announce themselves: one partition, so that who announced last is
     * the last to be read, and compacted, since only what was not withdrawn matters.
     */
    public static TopicSpec endpoints() {
        return new TopicSpec(
                ENDPOINTS, 1, Map.of("cleanup.policy", "compact", "delete.retention.ms", "60000"));
    }

    private static Map<String, String> commands(Optional<Duration> retention) {
        Map<String, String> config = kept(retention.orElse(Duration.ofMillis(-1)));
        // The timestamp is the known time of a command, so the broker says it and not the writer's
        // clock.
        config.put("message.timestamp.type", "LogAppendTime");
        return config;
    }

    private static Map<String, String> kept(Duration retention) {
        Map<String, String> config = new HashMap<>();
        // Never compacted: each record is an event of its own, not the latest value of its key.
        config.put("cleanup.policy", "delete");
        config.put("retention.ms", Long.toString(retention.toMillis()));
        config.put("retention.bytes", "-1");
        config.put("max.message.bytes", Integer.toString(MAX_MESSAGE_BYTES));
        return config;
    }

    /**
     * Creates the topics that are missing and accepts those that exist, with a warning where they
     * differ from what was asked for. Returns when every partition can be written. Several
     * processes may do this at once.
     *
     * @param bootstrapServers the brokers, {@code host:port} with commas between
     * @throws IllegalStateException if Kafka does not answer in time or refuses; the message says
     *     which
     */
    public static void ensure(String bootstrapServers, List<TopicSpec> topics, Duration timeout)
            throws InterruptedException {
        Admin admin = client(bootstrapServers);
        try {
            ensure(admin, topics, timeout);
        } catch (IllegalStateException e) {
            throw new IllegalStateException(
                    "Kafka at " + bootstrapServers + ": " + e.getMessage(), e);
        } finally {
            // Without a limit it would wait for the answers that did not come.
            admin.close(Duration.ZERO);
        }
    }

    private static Admin client(String bootstrapServers) {
        try {
            return Admin.create(Map.of("bootstrap.servers", bootstrapServers));
        } catch (KafkaException e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            throw new IllegalStateException(
                    "Kafka at %s cannot be used: %s"
                            .formatted(bootstrapServers, reason.getMessage()),
                    e);
        }
    }

    /**
     * As {@link #ensure(String, List, Duration)}, with an admin client of the caller's
     * configuration.
     */
    public static void ensure(Admin admin, List<TopicSpec> topics, Duration timeout)
            throws InterruptedException {
        TopicCheck check = new TopicCheck(admin, timeout);
        Set<String> present = check.names();
        check.create(topics.stream().filter(topic -> !present.contains(topic.name())).toList());
        check.awaitLeaders(topics);
        check.warnOfDifferences(topics);
    }
}
