package dev.alluvium.bench.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QualityTest {

    @Test
    void isOneWhenTheRelevantComeFirst() {
        assertThat(Quality.of(List.of("b", "a", "c"), Set.of("a", "b")))
                .isEqualTo(new Quality(1, 1, 1, 1));
    }

    @Test
    void discountsByPlace() {
        Quality quality = Quality.of(List.of("x", "y", "a"), Set.of("a"));
        assertThat(quality.ndcg10()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void countsTheFirstFiveAndTheFirstTen() {
        List<String> ranking = List.of("1", "2", "3", "4", "a", "b", "7", "8", "9", "10", "c");
        Quality quality = Quality.of(ranking, Set.of("a", "b", "c", "d"));
        assertThat(quality.recall5()).isEqualTo(0.25);
        assertThat(quality.recall10()).isEqualTo(0.5);
        assertThat(quality.hit5()).isEqualTo(1);
    }

    @Test
    void weighsEachCategoryTheSameInTheMacroMean() {
        Tally tally = new Tally();
        tally.add(1, new Quality(1, 1, 1, 1));
        tally.add(1, new Quality(1, 1, 1, 1));
        tally.add(1, new Quality(1, 1, 1, 1));
        tally.add(2, Quality.ZERO);
        assertThat(tally.macro().ndcg10()).isEqualTo(0.5);
        assertThat(tally.overall().ndcg10()).isEqualTo(0.75);
    }
}
