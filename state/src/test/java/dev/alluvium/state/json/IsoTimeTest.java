package dev.alluvium.state.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IsoTimeTest {

    @ParameterizedTest
    @CsvSource({
        "2026-05-08T13:56:00Z, 2026-05-08T13:56:00Z",
        "2026-05-08T13:56:00+03:00, 2026-05-08T10:56:00Z",
        "2026-05-08T13:56:00.5-01:30, 2026-05-08T15:26:00.500Z",
        "2026-05-08T13:56Z, 2026-05-08T13:56:00Z",
        "2026-05-08T13:56:00, 2026-05-08T13:56:00Z",
        "2026-05-08, 2026-05-08T00:00:00Z",
        "' 2026-05-08T13:56:00.000000001Z ', 2026-05-08T13:56:00.000000001Z"
    })
    void readsTimesWithAndWithoutOffset(String text, Instant expected) {
        assertThat(IsoTime.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "yesterday",
                "",
                "2026-13-08T13:56:00Z",
                "2026-02-30T13:56:00Z",
                "2026-05-08T25:56:00Z",
                "2026-05-08T13:56:61Z",
                "2026-05-08T13:56:0xZ",
                "2026-05-08T13:56:00.1234567890Z",
                "+999999999-12-31T23:59:59Z",
                "-0001-12-31T23:59:59Z"
            })
    void refusesWhatIsNoTime(String text) {
        assertThatThrownBy(() -> IsoTime.parse(text)).isInstanceOf(DateTimeException.class);
    }

    @Test
    void agreesWithTheGeneralParser() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 10_000; i++) {
            Instant instant =
                    Instant.ofEpochSecond(
                            random.nextLong(-62_000_000_000L, 250_000_000_000L),
                            random.nextInt(1_000_000_000));
            Instant some =
                    switch (i % 3) {
                        case 0 -> instant.truncatedTo(ChronoUnit.SECONDS);
                        case 1 -> instant.truncatedTo(ChronoUnit.MILLIS);
                        default -> instant;
                    };
            assertThat(IsoTime.parse(some.toString())).as("seed %d", seed).isEqualTo(some);
        }
    }
}
