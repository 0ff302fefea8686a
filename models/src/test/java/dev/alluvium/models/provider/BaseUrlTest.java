package dev.alluvium.models.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BaseUrlTest {

    @Test
    void slashesAtTheEndGo() {
        assertThat(BaseUrl.of("url", " https://example.com/v1// "))
                .isEqualTo("https://example.com/v1");
        assertThat(BaseUrl.of("url", "http://localhost:11434")).isEqualTo("http://localhost:11434");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:11434", "ftp://example.com", "", "/v1", "http:///v1"})
    void whatIsNoUrlIsRefused(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BaseUrl.of("base URL", url))
                .withMessageStartingWith("base URL ")
                .withMessageContaining("give one such as");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://me:secret@example.com",
                "https://example.com?key=secret",
                "https://example.com#secret",
                "https://example.com/ secret"
            })
    void whatMayHoldAKeyIsRefusedAndNotQuoted(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BaseUrl.of("base URL", url))
                .satisfies(e -> assertThat(e).hasNoCause())
                .withMessageNotContaining("secret");
    }
}
