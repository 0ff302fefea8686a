package dev.alluvium.job.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.models.embedding.Embedder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EmbedderOptionTest {

    private static Settings set(String embedder, String config) {
        return Settings.of(null, Map.of(), Map.of("embedder", embedder, "embedder_config", config));
    }

    @Test
    void aShippedModelIsTheDefault() {
        Settings settings = Settings.of(null, Map.of(), Map.of());
        assertThat(settings.embedder()).isEqualTo(Embedder.of("e5-small-v2"));
        assertThat(settings.embedSettings().embedder().name()).isEqualTo("e5-small-v2");
    }

    @Test
    void aProviderIsNamedWithItsModel() {
        Settings settings = set("openai", "{\"model_name\":\"text-embedding-3-large\"}");
        assertThat(settings.embedSettings().embedder().name())
                .isEqualTo("openai/text-embedding-3-large");
        assertThat(settings.memorySettings("r", null).embedder())
                .isEqualTo(settings.embedSettings().embedder());
    }

    @Test
    void whatIsUnknownIsRefusedAtTheStart() {
        assertThatThrownBy(() -> set("gpt-embed", "{}"))
                .hasMessageContaining("option embedder = \"gpt-embed\" (argument) is not one of")
                .hasMessageContaining("openai");
        assertThatThrownBy(() -> set("openai", "{\"modelname\":\"x\"}"))
                .hasMessageContaining("embedder_config of openai has \"modelname\"");
        assertThatThrownBy(() -> set("e5-small-v2", "{\"api_key\":\"sk-1\"}"))
                .hasMessageContaining("takes no config")
                .hasMessageNotContaining("sk-1");
        assertThatThrownBy(() -> set("custom", "{}")).hasMessageContaining("has no url");
    }
}
