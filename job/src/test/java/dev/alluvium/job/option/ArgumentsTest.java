package dev.alluvium.job.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {

    @TempDir private Path directory;

    @Test
    void optionsComeFromFileEnvironmentAndArguments() throws Exception {
        Path file = directory.resolve("alluvium.properties");
        Files.writeString(file, "kafka=file:1\nembedder=none\nstate_server.ports=1\n");
        String[] arguments = {
            "--options", file.toString(), "--kafka", "a:1,b:2", "--set", "port=9"
        };

        Settings settings =
                Arguments.settings(arguments, Map.of("ALLUVIUM_STATE_SERVER_PORTS", "7800-7809"));

        assertThat(settings.get(AlluviumOptions.KAFKA)).isEqualTo("a:1,b:2");
        assertThat(settings.get(AlluviumOptions.PORT)).isEqualTo(9);
        assertThat(settings.embedder()).isNull();
        assertThat(settings.get(AlluviumOptions.STATE_SERVER_PORTS)).isEqualTo("7800-7809");
        assertThat(settings.source("state_server.ports")).isEqualTo("ALLUVIUM_STATE_SERVER_PORTS");
    }

    @ParameterizedTest
    @CsvSource({
        "kafka=a:1, '', argument \"kafka=a:1\" is not known",
        "--kafka, '', argument --kafka has no value",
        "--set, kafka, is not NAME=VALUE",
        "--set, =x, is not NAME=VALUE",
        "--kafak, a:1, unknown option \"kafak\""
    })
    void whatIsNotUnderstoodIsRefused(String name, String value, String message) {
        String[] arguments = value.isEmpty() ? new String[] {name} : new String[] {name, value};
        assertThatThrownBy(() -> Arguments.settings(arguments, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
