package dev.alluvium.models.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TokenWindowsTest {

    private static final long CLS = 101;
    private static final long SEP = 102;

    private static TokenWindows windows;

    @BeforeAll
    static void open() throws Exception {
        try (InputStream json = ShippedModel.E5_SMALL_V2.source().tokenizer().open()) {
            windows = new TokenWindows(json, Map.of(Purpose.PASSAGE, "", Purpose.QUERY, "query: "));
        }
    }

    @AfterAll
    static void close() {
        windows.close();
    }

    @Test
    void aShortTextIsOneWindowBetweenItsMarks() {
        List<long[]> one = windows.of("tea", Purpose.PASSAGE);
        assertThat(one).hasSize(1);
        assertThat(one.get(0)).hasSize(3).startsWith(CLS).endsWith(SEP);
    }

    @Test
    void anEmptyTextIsAWindowWithoutTokens() {
        assertThat(windows.of("", Purpose.PASSAGE)).containsExactly(new long[] {CLS, SEP});
    }

    @Test
    void aWindowHoldsAtMost510TokensAndNoneIsLost() {
        List<long[]> full = windows.of("tea ".repeat(510), Purpose.PASSAGE);
        assertThat(full).hasSize(1);
        assertThat(full.get(0)).hasSize(512);
        List<long[]> over = windows.of("tea ".repeat(511), Purpose.PASSAGE);
        assertThat(over).hasSize(2);
        assertThat(over.get(1)).hasSize(3);
    }

    @Test
    void thePrefixStandsInEveryWindow() {
        List<long[]> two = windows.of("tea ".repeat(600), Purpose.QUERY);
        long[] prefix = windows.of("query:", Purpose.PASSAGE).get(0);
        assertThat(two).hasSize(2);
        for (long[] window : two) {
            assertThat(window).hasSizeLessThanOrEqualTo(512);
            for (int i = 0; i < prefix.length - 1; i++) {
                assertThat(window[i]).isEqualTo(prefix[i]);
            }
        }
        int prefixTokens = prefix.length - 2;
        assertThat(two.get(0).length + two.get(1).length).isEqualTo(600 + 2 * (2 + prefixTokens));
    }

    @Test
    void aTextIsReadToItsEighthWindow() {
        assertThat(windows.of("tea ".repeat(10_000), Purpose.PASSAGE)).hasSize(8);
    }
}
