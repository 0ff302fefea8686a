package dev.alluvium.job.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TopicsTest {

    @Test
    void commandsAreKeptForEverUnlessToldOtherwiseAndCarryTheBrokersTime() {
        TopicSpec forEver = commands(Optional.empty());
        TopicSpec forADay = commands(Optional.of(Duration.ofDays(1)));

        assertThat(forEver.partitions()).isEqualTo(4);
        assertThat(forEver.config())
                .containsEntry("retention.ms", "-1")
                .containsEntry("message.timestamp.type", "LogAppendTime")
                .containsEntry("cleanup.policy", "delete");
        assertThat(forADay.config()).containsEntry("retention.ms", "86400000");
    }

    @Test
    void refusesWhatKafkaWould() {
        assertThatThrownBy(() -> new TopicSpec("a/b", 1, Map.of())).hasMessageContaining("\"a/b\"");
        assertThatThrownBy(() -> new TopicSpec("a", 0, Map.of()))
                .hasMessageContaining("0 partitions");
    }

    private static TopicSpec commands(Optional<Duration> retention) {
        return Topics.all(Topics.DEFAULT_PARTITIONS, retention).stream()
                .filter(topic -> topic.name().equals(Topics.COMMANDS))
                .findFirst()
                .orElseThrow();
    }
}
