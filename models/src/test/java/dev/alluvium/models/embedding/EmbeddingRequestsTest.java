package dev.alluvium.models.embedding;

import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What only one provider does, or only some of its models. */
class EmbeddingRequestsTest {

    private final WireMockServer server = new WireMockServer(wireMockConfig().dynamicPort());

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    private List<LoggedRequest> embed(
            String key, String config, Map<String, String> environment, String... texts) {
        Embedder embedder = new Embedder(key, config.formatted(server.baseUrl()));
        try (EmbeddingModel model = embedder.plan().opener().open(environment::get)) {
            assertThat(model.embed(List.of(texts), Purpose.PASSAGE)).hasSize(texts.length);
        }
        return server.findAll(postRequestedFor(anyUrl()));
    }

    @Test
    void titanTakesOneTextInASignedCall() {
        server.stubFor(
                post(anyUrl())
                        .willReturn(okJson("{\"embedding\":[3,4],\"inputTextTokenCount\":1}")));
        List<LoggedRequest> requests =
                embed(
                        "amazon-bedrock",
                        "{\"model_name\":\"amazon.titan-embed-text-v2:0\",\"url\":\"%s\",\"dimension\":2}",
                        Map.of(
                                "AWS_ACCESS_KEY_ID",
                                "AKID",
                                "AWS_SECRET_ACCESS_KEY",
                                "very-secret",
                                "AWS_REGION",
                                "eu-central-1"),
                        "a",
                        "bb");
        assertThat(requests).hasSize(2);
        assertThat(requests.get(0).getUrl())
                .isEqualTo("/model/amazon.titan-embed-text-v2%3A0/invoke");
        assertThat(requests.get(0).getHeader("Authorization"))
                .startsWith("AWS4-HMAC-SHA256 Credential=AKID/")
                .contains("/eu-central-1/bedrock/aws4_request, SignedHeaders=host;x-amz-date,")
                .doesNotContain("very-secret");
        assertThat(requests.get(0).containsHeader("X-Amz-Date")).isTrue();
        assertThat(VectorWire.json(requests.get(1).getBodyAsString()))
                .isEqualTo(VectorWire.json("{\"inputText\":\"bb\",\"dimensions\":2}"));
    }

    @Test
    void geminiOnVertexTakesOneText() {
        server.stubFor(
                post(anyUrl())
                        .willReturn(
                                okJson("{\"predictions\":[{\"embeddings\":{\"values\":[3,4]}}]}")));
        List<LoggedRequest> requests =
                embed(
                        "google-vertex",
                        "{\"project_id\":\"p\",\"url\":\"%s\",\"dimension\":2}",
                        Map.of("GOOGLE_OAUTH_ACCESS_TOKEN", "ya29"),
                        "a",
                        "bb");
        assertThat(requests).hasSize(2);
        assertThat(requests.get(0).getHeader("Authorization")).isEqualTo("Bearer ya29");
    }

    @Test
    void watsonxBuysOneTokenForManyCalls() {
        server.stubFor(
                post(urlEqualTo("/identity/token"))
                        .willReturn(okJson("{\"access_token\":\"t1\",\"expires_in\":3600}")));
        server.stubFor(
                post(anyUrl())
                        .atPriority(9)
                        .willReturn(okJson("{\"results\":[{\"embedding\":[3,4]}]}")));
        embed(
                "watsonx",
                "{\"project_id\":\"p\",\"url\":\"%1$s\",\"iam_url\":\"%1$s\",\"batch_size\":1,\"dimension\":2}",
                Map.of("WATSONX_APIKEY", "k+1"),
                "a",
                "bb",
                "ccc");
        List<LoggedRequest> tokens =
                server.findAll(postRequestedFor(urlEqualTo("/identity/token")));
        assertThat(tokens).hasSize(1);
        assertThat(tokens.get(0).getBodyAsString())
                .isEqualTo(
                        "grant_type=urn%3Aibm%3Aparams%3Aoauth%3Agrant-type%3Aapikey&apikey=k%2B1");
        assertThat(tokens.get(0).getHeader("Content-Type"))
                .isEqualTo("application/x-www-form-urlencoded");
    }

    @Test
    void olderModelsAreNotToldWhatTheyDoNotKnow() {
        server.stubFor(
                post(anyUrl())
                        .willReturn(okJson("{\"data\":[{\"index\":0,\"embedding\":[3,4]}]}")));
        assertThat(
                        embed(
                                        "jina",
                                        "{\"model_name\":\"jina-embeddings-v2-base-en\",\"url\":\"%s\",\"dimension\":2,\"api_key\":\"k\"}",
                                        Map.of(),
                                        "a")
                                .get(0)
                                .getBodyAsString())
                .doesNotContain("task", "dimensions");
        server.resetRequests();
        assertThat(
                        embed(
                                        "openai",
                                        "{\"model_name\":\"text-embedding-ada-002\",\"url\":\"%s\",\"dimension\":2,\"api_key\":\"k\"}",
                                        Map.of(),
                                        "a")
                                .get(0)
                                .getBodyAsString())
                .doesNotContain("dimensions");
    }

    @Test
    void whereNoKeyIsNeededNoneIsSent() {
        server.stubFor(post(anyUrl()).willReturn(okJson("{\"embeddings\":[[3,4]]}")));
        assertThat(
                        embed("ollama", "{\"url\":\"%s/\",\"dimension\":2}", Map.of(), "a")
                                .get(0)
                                .containsHeader("Authorization"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "https://x/api/embeddings, https://x",
        "https://x/api/embed, https://x",
        "https://x/ollama, https://x/ollama",
        "https://x, https://x"
    })
    void anOllamaIsFoundByTheUrlOfItsCalls(String url, String place) {
        assertThat(new OllamaEmbeddings().place(url)).isEqualTo(place);
    }
}
