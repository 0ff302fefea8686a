package dev.alluvium.job.topic;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pass over the topics against a Kafka that may be slow or absent: every question shares one
 * deadline.
 */
final class TopicCheck {

    private static final Logger LOG = LoggerFactory.getLogger(Topics.class);
    private static final Duration POLL = Duration.ofMillis(50);

    private final Admin admin;
    private final Duration timeout;
    private final long deadlineNanos;

    TopicCheck(Admin admin, Duration timeout) {
        this.admin = admin;
        this.timeout = timeout;
        this.deadlineNanos = System.nanoTime() + timeout.toNanos();
    }

    Set<String> names() throws InterruptedException {
        try {
            return answer(admin.listTopics().names());
        } catch (ExecutionException e) {
            throw refused("it did not list its topics", e);
        }
    }

    void create(List<TopicSpec> missing) throws InterruptedException {
        // The broker's own replication factor: one on one machine, whatever the cluster holds to be
        // safe elsewhere.
        List<NewTopic> wanted =
                missing.stream()
                        .map(
                                topic ->
                                        new NewTopic(
                                                        topic.name(),
                                                        Optional.of(topic.partitions()),
                                                        Optional.empty())
                                                .configs(topic.config()))
                        .toList();
        for (Map.Entry<String, KafkaFuture<Void>> created :
                admin.createTopics(wanted).values().entrySet()) {
            try {
                answer(created.getValue());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw refused("topic " + created.getKey() + " could not be created", e);
                }
            }
        }
    }

    /** A topic that was just created is not known to every broker yet, nor led by one. */
    void awaitLeaders(List<TopicSpec> topics) throws InterruptedException {
        while (!allLed(topics)) {
            if (remainingNanos() <= 0) {
                throw late();
            }
            TimeUnit.NANOSECONDS.sleep(Math.min(POLL.toNanos(), Math.max(1, remainingNanos())));
        }
    }

    private boolean allLed(List<TopicSpec> topics) throws InterruptedException {
        try {
            return describe(topics).values().stream()
                    .flatMap(topic -> topic.partitions().stream())
                    .allMatch(
                            partition ->
                                    partition.leader() != null && !partition.leader().isEmpty());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw refused("it did not describe its topics", e);
        }
    }

    void warnOfDifferences(List<TopicSpec> topics) throws InterruptedException {
        try {
            Map<String, TopicDescription> described = describe(topics);
            Map<ConfigResource, Config> configs =
                    answer(
                            admin.describeConfigs(
                                            topics.stream().map(TopicCheck::resource).toList())
                                    .all());
            for (TopicSpec topic : topics) {
                warnOfDifferences(topic, described.get(topic.name()), configs.get(resource(topic)));
            }
        } catch (ExecutionException e) {
            throw refused("it did not describe its topics", e);
        }
    }

    private static void warnOfDifferences(TopicSpec topic, TopicDescription found, Config config) {
        int partitions = found.partitions().size();
        if (partitions != topic.partitions()) {
            LOG.warn(
                    "topic {} has {} partitions and not {}: it is used as it is",
                    topic.name(),
                    partitions,
                    topic.partitions());
        }
        new TreeMap<>(topic.config())
                .forEach(
                        (key, wanted) -> {
                            var entry = config.get(key);
                            String actual = entry == null ? null : entry.value();
                            if (!wanted.equals(actual)) {
                                LOG.warn(
                                        "topic {} has {}={} and not {}: it is used as it is",
                                        topic.name(),
                                        key,
                                        actual,
                                        wanted);
                            }
                        });
    }

    private static ConfigResource resource(TopicSpec topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
    }

    private Map<String, TopicDescription> describe(List<TopicSpec> topics)
            throws InterruptedException, ExecutionException {
        return answer(
                admin.describeTopics(topics.stream().map(TopicSpec::name).toList())
                        .allTopicNames());
    }

    private <T> T answer(KafkaFuture<T> question) throws InterruptedException, ExecutionException {
        try {
            return question.get(Math.max(0, remainingNanos()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw late();
        }
    }

    private long remainingNanos() {
        return deadlineNanos - System.nanoTime();
    }

    private IllegalStateException late() {
        return new IllegalStateException(
                "no answer within %s: check the address, and that the broker runs"
                        .formatted(timeout));
    }

    private static IllegalStateException refused(String what, ExecutionException e) {
        return new IllegalStateException(what + ": " + e.getCause().getMessage(), e.getCause());
    }
}
