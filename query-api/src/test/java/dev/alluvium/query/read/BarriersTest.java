package dev.alluvium.query.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import java.util.List;
import org.junit.jupiter.api.Test;

class BarriersTest {

    private static final MemoryId MEMORY = new MemoryId("app", "user");

    private final Barriers barriers = new Barriers();

    @Test
    void readSeesTheLaterOfWhatWasAppendedHereAndAskedFor() {
        barriers.appended(MEMORY, new Position(1, 7));
        barriers.appended(MEMORY, new Position(1, 5));
        assertThat(barriers.of(MEMORY, List.of())).containsExactly(new Position(1, 7));
        assertThat(barriers.of(MEMORY, List.of(new Position(1, 9))))
                .containsExactly(new Position(1, 9));
        assertThat(barriers.of(MEMORY, List.of(new Position(1, 6))))
                .containsExactly(new Position(1, 7));
    }

    @Test
    void whatIsRememberedTakesAnEighthOfTheHeapAtMost() {
        assertThat(Barriers.most(384L << 20)).isEqualTo(167_772);
        assertThat(Barriers.most(384L << 20) * 300).isLessThanOrEqualTo((384L << 20) / 8);
        assertThat(Barriers.most(64L << 30)).isEqualTo(1_000_000);
    }
}
