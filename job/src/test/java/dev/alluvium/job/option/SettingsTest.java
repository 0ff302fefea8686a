package dev.alluvium.job.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.state.option.MemoryOptions.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {

    @TempDir private Path directory;

    @Test
    void laterSourcesWin() throws Exception {
        Path file = directory.resolve("alluvium.properties");
        Files.writeString(
                file, "port=1\nhost=0.0.0.0\nrecency_weight=0.1\ncheckpoint_interval=20 s\n");
        Settings settings =
                Settings.of(
                        file,
                        Map.of("ALLUVIUM_PORT", "2", "ALLUVIUM_RECENCY_WEIGHT", "0.2"),
                        Map.of("port", "3"));
        assertThat(settings.get(AlluviumOptions.PORT)).isEqualTo(3);
        assertThat(settings.get(AlluviumOptions.HOST)).isEqualTo("0.0.0.0");
        assertThat(settings.get(AlluviumOptions.CHECKPOINT_INTERVAL))
                .isEqualTo(Duration.ofSeconds(20));
        assertThat(settings.memoryOptions().get(Setting.RECENCY_WEIGHT)).isEqualTo(0.2);
        assertThat(settings.source("recency_weight")).isEqualTo("ALLUVIUM_RECENCY_WEIGHT");
        assertThat(settings.source("data")).isEqualTo("default");
    }

    @Test
    void noneTurnsTheEmbedderOff() {
        Settings settings = Settings.of(null, Map.of(), Map.of("embedder", "none"));
        assertThat(settings.embedder()).isNull();
        assertThat(settings.embedSettings().isOn()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "prot, 1, unknown option \"prot\" (argument)",
        "port, 70000, is not in [0; 65535]",
        "port, high, option port = \"high\" (argument)",
        "parallelism, 9, is not in [1; 4]",
        "recall_model_timeout, 0 s, is not in [1 ms; 1 h]",
        "recall_model_concurrency, 129, is not in [1; 128]",
        "embed_turns, maybe, option embed_turns = \"maybe\"",
        "embedder, word2vec, is not one of e5-small-v2",
        "recency_weight, -1, recency_weight -1 is not in [0; 100]",
        "view_budget, lots, option view_budget = \"lots\""
    })
    void whatIsUnknownOrOutOfRangeIsRefusedWithItsSource(
            String name, String value, String message) {
        assertThatThrownBy(() -> Settings.of(null, Map.of(), Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message.replace(';', ','));
    }

    @Test
    void anUnreadableFileIsNamed() {
        Path missing = directory.resolve("missing.properties");
        assertThatThrownBy(() -> Settings.of(missing, Map.of(), Map.of()))
                .hasMessageContaining(missing.toString());
    }

    @Test
    void theSecretComesFromItsFileOrDirectly() throws Exception {
        Path file = Files.writeString(directory.resolve("secret"), "0123456789abcdef\n");
        assertThat(settings("state_server.secret_file", file.toString()).secret())
                .isEqualTo("0123456789abcdef");
        assertThat(settings("state_server.secret", "s3cr3t").secret()).isEqualTo("s3cr3t");

        Settings absent = settings("state_server.secret_file", directory + "/absent");
        assertThatThrownBy(absent::secret).hasMessageContaining("/absent cannot be read");
        Settings unset = Settings.of(null, Map.of(), Map.of());
        assertThatThrownBy(unset::secret).hasMessageContaining("need one they share");
        Settings both =
                Settings.of(
                        null,
                        Map.of("ALLUVIUM_STATE_SERVER_SECRET", "a"),
                        Map.of("state_server.secret_file", file.toString()));
        assertThatThrownBy(both::secret).hasMessageContaining("leave one out");
    }

    private static Settings settings(String name, String value) {
        return Settings.of(null, Map.of(), Map.of(name, value));
    }
}
