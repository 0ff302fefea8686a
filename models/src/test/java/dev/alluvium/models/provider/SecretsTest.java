package dev.alluvium.models.provider;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SecretsTest {

    @Test
    void takesOutEveryFormOfEveryKey() {
        Secrets secrets = Secrets.of("a/b c", null, " ", "a/b cd");
        assertThat(secrets.redact("https://x/?key=a%2Fb+cd, a/b cd and a/b c"))
                .isEqualTo("https://x/?key=[key], [key] and [key]");
        assertThat(secrets.toString()).doesNotContain("a/b");
        assertThat(secrets.redact(null)).isNull();
    }

    @Test
    void withoutKeysNothingChanges() {
        assertThat(Secrets.of((String) null).redact("text")).isEqualTo("text");
    }
}
