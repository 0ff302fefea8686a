package dev.alluvium.job.topic;

import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * How a topic is created when it is missing.
 *
 * @param partitions how many; a topic keeps its number for ever, because a memory's commands must
 *     stay in one
 * @param config the topic's own settings, in Kafka's names
 */
public record TopicSpec(String name, int partitions, Map<String, String> config) {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

    public TopicSpec {
        if (!NAME.matcher(Objects.requireNonNull(name, "name")).matches()) {
            throw new IllegalArgumentException(
                    "topic name \"%s\" is not 1 to 249 of the characters a-z, A-Z, 0-9, '.', '_' and '-'"
                            .formatted(name));
        }
        if (partitions < 1) {
            throw new IllegalArgumentException(
                    "topic %s with %d partitions: a topic has one at least"
                            .formatted(name, partitions));
        }
        config = Map.copyOf(config);
    }
}
