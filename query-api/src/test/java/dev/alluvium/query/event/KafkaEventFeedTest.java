package dev.alluvium.query.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alluvium.query.event.EventFeed.Subscription;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KafkaEventFeedTest {

    private static final String TOPIC = "events";
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
    private static final MemoryId MINE = new MemoryId("app", "me");
    private static final MemoryId OTHER = new MemoryId("app", "other");

    private final MockConsumer<byte[], byte[]> live = consumer();
    private final MockConsumer<byte[], byte[]> replaying = consumer();
    private final BlockingQueue<MockConsumer<byte[], byte[]>> consumers =
            new LinkedBlockingQueue<>(List.of(live, replaying));
    private final List<FeedEvent> heard = new CopyOnWriteArrayList<>();
    private KafkaEventFeed feed;

    @BeforeEach
    void start() {
        live.updateEndOffsets(Map.of(PARTITION, 5L));
        feed = new KafkaEventFeed(TOPIC, consumers::remove);
        await().until(() -> live.assignment().contains(PARTITION));
    }

    @AfterEach
    void stop() {
        feed.close();
    }

    @Test
    void subscribersHearTheirOwnMemoryInOrder() {
        try (Subscription subscription = feed.subscribe(MINE, null, heard::add)) {
            assertThat(subscription).isNotNull();
            happens(live, 5, MINE, "save_completed");
            happens(live, 6, OTHER, "save_completed");
            happens(live, 7, MINE, "records_forgotten");

            await().until(() -> heard.size() == 2);
        }
        assertThat(heard)
                .extracting(FeedEvent::kind)
                .containsExactly("save_completed", "records_forgotten");
        assertThat(heard)
                .extracting(FeedEvent::place)
                .containsExactly(new Position(0, 5), new Position(0, 7));
    }

    @Test
    void whoeverResumesHearsWhatWasMissedThenWhatComesEachOnce() {
        replaying.updateEndOffsets(Map.of(PARTITION, 5L));
        replaying.schedulePollTask(
                () -> {
                    // What comes while the replay is under way, one of it also in the replay.
                    happens(live, 5, MINE, "five");
                    for (int i = 2; i < 5; i++) {
                        happens(replaying, i, i == 3 ? OTHER : MINE, "old" + i);
                    }
                });

        try (Subscription subscription = feed.subscribe(MINE, new Position(0, 1), heard::add)) {
            assertThat(subscription).isNotNull();
            await().until(() -> heard.size() == 3);
            happens(live, 6, MINE, "six");
            await().until(() -> heard.size() == 4);
        }
        assertThat(heard)
                .extracting(FeedEvent::kind)
                .containsExactly("old2", "old4", "five", "six");
    }

    @Test
    void entriesThatAreNoEventsArePassedOver() {
        try (Subscription subscription = feed.subscribe(MINE, null, heard::add)) {
            assertThat(subscription).isNotNull();
            live.addRecord(entry(5, "no/such/key", "{}"));
            live.addRecord(entry(6, MINE.key(), "not json"));
            live.addRecord(new ConsumerRecord<>(TOPIC, 0, 7, null, null));
            happens(live, 8, MINE, "good");

            await().until(() -> heard.size() == 1);
        }
        assertThat(heard.get(0).kind()).isEqualTo("good");
    }

    @Test
    void aQueueThatIsNotReadEnds() {
        EventQueue queue = new EventQueue();
        FeedEvent event = new FeedEvent(MINE, null, "k", "{}");

        IntStream.range(0, 2_000).forEach(i -> queue.offer(event));

        assertThat(queue.ended()).isTrue();
        List<FeedEvent> taken = new ArrayList<>();
        for (FeedEvent next; (next = queue.next(java.time.Duration.ZERO)) != null; ) {
            taken.add(next);
        }
        assertThat(taken).hasSize(1_000);
    }

    private static MockConsumer<byte[], byte[]> consumer() {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
        Node node = new Node(0, "localhost", 1);
        consumer.updatePartitions(
                TOPIC,
                List.of(new PartitionInfo(TOPIC, 0, node, new Node[] {node}, new Node[] {node})));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        return consumer;
    }

    private static void happens(
            MockConsumer<byte[], byte[]> consumer, long offset, MemoryId memory, String kind) {
        consumer.addRecord(entry(offset, memory.key(), "{\"type\":\"" + kind + "\"}"));
    }

    private static ConsumerRecord<byte[], byte[]> entry(long offset, String key, String value) {
        return new ConsumerRecord<>(
                TOPIC,
                0,
                offset,
                key.getBytes(StandardCharsets.UTF_8),
                value.getBytes(StandardCharsets.UTF_8));
    }
}
