package dev.alluvium.models.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageModelSettingsTest {

    @Test
    void whatIsLeftOutIsAsWithoutConfiguration() {
        assertThat(LanguageModelSettings.of("gpt-4o", "{}"))
                .isEqualTo(LanguageModelSettings.of("gpt-4o"));
    }

    @Test
    void allIsRead() {
        assertThat(
                        LanguageModelSettings.of(
                                "custom/x",
                                "{\"base_url\":\"http://localhost:1/v1\",\"api_key\":\"k\",\"temperature\":null,\"timeout_seconds\":5,\"retries\":0}"))
                .isEqualTo(
                        new LanguageModelSettings(
                                "custom/x",
                                "http://localhost:1/v1",
                                "k",
                                null,
                                Duration.ofSeconds(5),
                                0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"temprature\":1} | temprature",
                "{\"temperature\":3} | /temperature",
                "{\"timeout_seconds\":0} | /timeout_seconds",
                "{\"retries\":-1} | /retries",
                "[] | object",
                "{ | JSON"
            })
    void whatCannotBeIsNamed(String json, String named) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LanguageModelSettings.of("gpt-4o", json))
                .withMessageContaining(named);
    }
}
