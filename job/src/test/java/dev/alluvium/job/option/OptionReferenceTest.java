package dev.alluvium.job.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionReferenceTest {

    @Test
    void theReferenceInTheDocsIsWhatTheCatalogueSays() throws Exception {
        Path page = Path.of("..", "docs", "options.md");
        assertThat(Files.readString(page))
                .as(
                        "docs/options.md; make it anew with: ./alluvium options --markdown > docs/options.md")
                .isEqualTo(OptionReference.markdown());
    }

    @Test
    void everyOptionIsShownWithItsValueAndSource() {
        Settings settings =
                Settings.of(null, Map.of("ALLUVIUM_EMBED_TURNS", "true"), Map.of("port", "9000"));
        String shown = OptionReference.values(settings);
        assertThat(AlluviumOptions.names()).allSatisfy(name -> assertThat(shown).contains(name));
        assertThat(shown).containsPattern("embed_turns +true +\\(ALLUVIUM_EMBED_TURNS\\)");
        assertThat(shown).containsPattern("port +9000 +\\(argument\\)");
    }

    @Test
    void aSecretIsNotShown() {
        Settings settings =
                Settings.of(null, Map.of(), Map.of("state_server.secret", "0123456789abcdef"));
        assertThat(OptionReference.values(settings))
                .doesNotContain("0123456789abcdef")
                .containsPattern("state_server.secret +\\*\\*\\* +\\(argument\\)");
    }

    @Test
    void aKeyWithinAConfigIsNotShown() {
        Settings settings =
                Settings.of(
                        null,
                        Map.of(),
                        Map.of(
                                "embedder",
                                "openai",
                                "embedder_config",
                                "{\"model_name\":\"m\",\"api_key\":\"sk-1\"}",
                                "llm_config",
                                "{\"api_key\":\"sk-2\"}"));
        assertThat(OptionReference.values(settings))
                .contains("{\"model_name\":\"m\",\"api_key\":\"***\"}")
                .contains("{\"api_key\":\"***\"}")
                .doesNotContain("sk-");
    }
}
