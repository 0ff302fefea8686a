package dev.alluvium.models.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.state.vector.CosineCalibration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmbedderTest {

    @Test
    void theShippedModelsComeBeforeTheProviders() {
        assertThat(Embedder.keys())
                .startsWith("e5-small-v2", "all-minilm-l6-v2", "sentence-transformer", "openai")
                .contains(
                        "ollama",
                        "azure",
                        "google-generativeai",
                        "google-vertex",
                        "cohere",
                        "voyageai",
                        "amazon-bedrock",
                        "huggingface",
                        "jina",
                        "watsonx",
                        "custom");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "openai||openai/text-embedding-3-small|1536",
                "openai|{\"model_name\":\"text-embedding-3-large\"}|openai/text-embedding-3-large|3072",
                "ollama|{}|ollama/mxbai-embed-large|1024",
                "azure|{\"deployment_id\":\"d\",\"api_base\":\"https://x.openai.azure.com\",\"model_name\":\"text-embedding-ada-002\"}|azure/d|1536",
                "google-generativeai||google-generativeai/gemini-embedding-001|3072",
                "google-vertex|{\"project_id\":\"p\"}|google-vertex/gemini-embedding-001|3072",
                "cohere||cohere/embed-english-v3.0|1024",
                "voyageai||voyageai/voyage-3|1024",
                "amazon-bedrock||amazon-bedrock/amazon.titan-embed-text-v1|1536",
                "huggingface||huggingface/sentence-transformers/all-MiniLM-L6-v2|384",
                "jina||jina/jina-embeddings-v2-base-en|768",
                "watsonx|{\"project_id\":\"p\"}|watsonx/ibm/slate-30m-english-rtrvr|384",
                "custom|{\"url\":\"http://localhost:1/x\",\"dimension\":5}|custom/endpoint|5",
            })
    void aModelIsNamedAndMeasuredWithoutBeingAsked(
            String key, String config, String name, int dimension) {
        Embedder embedder = new Embedder(key, config == null ? "" : config);
        assertThat(embedder.name()).isEqualTo(name);
        assertThat(embedder.calibration()).isEqualTo(CosineCalibration.identity());
        try (EmbeddingModel model = embedder.plan().opener().open(variable -> null)) {
            assertThat(model.name()).isEqualTo(name);
            assertThat(model.dimension()).isEqualTo(dimension);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "openai||OPENAI_API_KEY",
                "azure|{\"deployment_id\":\"d\",\"api_base\":\"https://x.openai.azure.com\"}|AZURE_OPENAI_API_KEY",
                "google-generativeai||GOOGLE_API_KEY or GEMINI_API_KEY",
                "google-vertex|{\"project_id\":\"p\"}|GOOGLE_OAUTH_ACCESS_TOKEN",
                "cohere||COHERE_API_KEY or CO_API_KEY",
                "voyageai||VOYAGE_API_KEY",
                "jina||JINA_API_KEY",
                "watsonx|{\"project_id\":\"p\"}|WATSONX_APIKEY or WATSONX_API_KEY",
            })
    void aMissingKeyIsSaidByTheFirstTextAndNotBefore(String key, String config, String variables) {
        Embedder embedder = new Embedder(key, config == null ? "" : config);
        try (EmbeddingModel model = embedder.plan().opener().open(variable -> null)) {
            assertThatThrownBy(() -> model.embed(List.of("tea"), Purpose.QUERY))
                    .isInstanceOf(EmbeddingException.class)
                    .hasMessageContaining("has no key: set " + variables + " in the environment");
        }
    }

    @Test
    void whatIsNotKnownIsRefusedWithWhatIs() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Embedder.of("gpt-embed"))
                .withMessageStartingWith(
                        "embedder \"gpt-embed\" is not known; known are: e5-small-v2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Embedder("cohere", "{\"model\":\"x\"}"))
                .withMessage(
                        "embedder_config of cohere has \"model\", which it does not know; known are: api_key, batch_size, calibration, dimension, model_name, retries, timeout, url");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "openai|not json secret|is not a JSON object",
                "openai|[]|is not a JSON object",
                "openai|{\"api_key\":7}|api_key in embedder_config of openai is not a text",
                "openai|{\"timeout\":0}|timeout in embedder_config of openai is not seconds in (0, 3600]",
                "openai|{\"batch_size\":2049}|batch_size in embedder_config of openai is not a whole number in [1, 2048]",
                "openai|{\"dimension\":0}|dimension in embedder_config of openai is not a whole number",
                "openai|{\"url\":\"https://x?key=secret\"}|where keys do not belong",
                "azure|{\"api_base\":\"https://x\"}|has no deployment_id, which it needs",
                "azure|{\"deployment_id\":\"x\"}|has no api_base, which it needs",
                "google-vertex|{}|has no project_id, which it needs",
                "watsonx|{}|has no project_id, which it needs",
                "custom|{}|has no url, which it needs",
                "openai|{\"calibration\":[[0,1]]}|the first must be (-1, -1)",
                "openai|{\"calibration\":[[0]]}|is not pairs of a raw and a calibrated cosine",
                "e5-small-v2|{\"dimension\":384}|takes no config",
            })
    void aConfigThatIsNoneIsRefused(String key, String config, String words) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Embedder(key, config))
                .withMessageContaining(words)
                .withMessageNotContaining("secret");
    }

    @Test
    void aCalibrationCanBeGiven() {
        CosineCalibration calibration =
                new Embedder("openai", "{\"calibration\":[[-1,-1],[0.2,0],[1,1]]}").calibration();
        assertThat(calibration.apply(0.2)).isZero();
        assertThat(calibration.version()).startsWith("openai/text-embedding-3-small/given-");
        assertThat(Embedder.of("e5-small-v2").calibration())
                .isEqualTo(EmbeddingModels.calibration("e5-small-v2"));
    }

    @Test
    void anEmbedderDoesNotSayItsKey() {
        assertThat(new Embedder("openai", "{\"api_key\":\"sk-secret\"}").toString())
                .isEqualTo("Embedder[openai/text-embedding-3-small]");
    }
}
