package dev.alluvium.state.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.json.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MemoryEventTest {

    /** Followers of the topic read this: a changed form needs another number. */
    @Test
    void eventHasTheFormThatFollowersKnow() {
        MemoryEvent event =
                new MemoryEvent(
                        new MemoryId("shop", "李"),
                        "records_forgotten",
                        Instant.parse("2026-01-02T03:04:05.006Z"),
                        new Position(3, 1289),
                        Json.object().put("forgotten", 7));

        assertThat(event.toJson())
                .hasToString(
                        "{\"v\":1,\"type\":\"records_forgotten\",\"source_type\":\"unified_memory\",\"app\":\"shop\",\"user\":\"李\","
                                + "\"at\":\"2026-01-02T03:04:05.006Z\",\"position\":\"3:1289\",\"forgotten\":7}");
    }
}
