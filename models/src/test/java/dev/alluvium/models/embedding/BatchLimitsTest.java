package dev.alluvium.models.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchLimitsTest {

    @Test
    void aTextIsCutWhereTheProviderWouldRefuseIt() {
        BatchLimits limits = new BatchLimits(10, 100, 0);
        String ascii = limits.split(List.of("a".repeat(1_000)), 10).get(0).get(0);
        assertThat(ascii.length()).isBetween(290, 300);
        String emoji = limits.split(List.of("😀".repeat(1_000)), 10).get(0).get(0);
        assertThat(emoji.length()).isBetween(60, 66).matches(length -> length % 2 == 0);
        assertThat(limits.split(List.of("tea"), 10)).containsExactly(List.of("tea"));
    }

    @Test
    void callsAreSplitByTokensAndByTexts() {
        BatchLimits limits = new BatchLimits(10, 0, 100);
        String text = "a".repeat(120);
        assertThat(limits.split(Collections.nCopies(5, text), 10))
                .containsExactly(List.of(text, text), List.of(text, text), List.of(text));
        assertThat(limits.split(List.of("a".repeat(9_000)), 10)).hasSize(1);
        assertThat(limits.split(Collections.nCopies(25, "a"), 10)).hasSize(3);
        assertThat(limits.split(List.of(), 10)).isEmpty();
    }
}
