package dev.alluvium.models.embedding;

import dev.alluvium.models.provider.BaseUrl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The providers of embeddings: how each is named, configured, found, and asked. */
enum EmbeddingProvider {
    OPENAI(
            "openai",
            new Model("text-embedding-3-small", "model_name"),
            new Place("https://api.openai.com/v1", "url", "api_base"),
            new Key(true, "OPENAI_API_KEY"),
            List.of(),
            new BatchLimits(2048, 8_000, 200_000),
            () -> OpenAiEmbeddings.OPENAI),
    OLLAMA(
            "ollama",
            new Model("mxbai-embed-large", "model_name"),
            new Place("http://localhost:11434", "url"),
            new Key(false),
            List.of(),
            new BatchLimits(64, 0, 0),
            OllamaEmbeddings::new),
    AZURE(
            "azure",
            new Model(null, "deployment_id"),
            Place.given("api_base", "url"),
            new Key(true, "AZURE_OPENAI_API_KEY"),
            List.of("api_version", "model_name"),
            new BatchLimits(2048, 8_000, 200_000),
            () -> OpenAiEmbeddings.AZURE),
    GOOGLE_GENERATIVEAI(
            "google-generativeai",
            new Model("gemini-embedding-001", "model_name"),
            new Place("https://generativelanguage.googleapis.com/v1beta", "url"),
            new Key(true, "GOOGLE_API_KEY", "GEMINI_API_KEY"),
            List.of(),
            new BatchLimits(100, 0, 0),
            () -> GoogleEmbeddings.GEMINI),
    GOOGLE_VERTEX(
            "google-vertex",
            new Model("gemini-embedding-001", "model_name"),
            new Place(
                    (config, environment) -> {
                        String location = GoogleEmbeddings.location(config);
                        return location.equals("global")
                                ? "https://aiplatform.googleapis.com"
                                : "https://" + UrlPart.of(location) + "-aiplatform.googleapis.com";
                    },
                    "url"),
            new Key(true, "GOOGLE_OAUTH_ACCESS_TOKEN"),
            List.of("project_id", "location"),
            new BatchLimits(250, 0, 15_000),
            () -> GoogleEmbeddings.VERTEX),
    COHERE(
            "cohere",
            new Model("embed-english-v3.0", "model_name"),
            new Place("https://api.cohere.com", "url"),
            new Key(true, "COHERE_API_KEY", "CO_API_KEY"),
            List.of(),
            new BatchLimits(96, 0, 0),
            CohereEmbeddings::new),
    VOYAGEAI(
            "voyageai",
            new Model("voyage-3", "model", "model_name"),
            new Place("https://api.voyageai.com/v1", "url"),
            new Key(true, "VOYAGE_API_KEY"),
            List.of(),
            new BatchLimits(128, 0, 100_000),
            () -> OpenAiEmbeddings.VOYAGE),
    AMAZON_BEDROCK(
            "amazon-bedrock",
            new Model("amazon.titan-embed-text-v1", "model_name"),
            new Place(
                    (config, environment) ->
                            "https://bedrock-runtime."
                                    + UrlPart.of(
                                            BedrockEmbeddings.region(
                                                    config, AwsCredentials.region(environment)))
                                    + ".amazonaws.com",
                    "url"),
            new Key(false, "AWS_BEARER_TOKEN_BEDROCK"),
            List.of("region", "aws_access_key_id", "aws_secret_access_key", "aws_session_token"),
            new BatchLimits(96, 8_000, 0),
            BedrockEmbeddings::new),
    HUGGINGFACE(
            "huggingface",
            new Model("sentence-transformers/all-MiniLM-L6-v2", "model_name"),
            new Place("https://router.huggingface.co/hf-inference", "url"),
            new Key(false, "HF_TOKEN", "HUGGINGFACE_API_KEY"),
            List.of(),
            new BatchLimits(32, 0, 0),
            HuggingFaceEmbeddings::new),
    JINA(
            "jina",
            new Model("jina-embeddings-v2-base-en", "model_name"),
            new Place("https://api.jina.ai/v1", "url"),
            new Key(true, "JINA_API_KEY"),
            List.of(),
            new BatchLimits(512, 0, 200_000),
            () -> OpenAiEmbeddings.JINA),
    WATSONX(
            "watsonx",
            new Model("ibm/slate-30m-english-rtrvr", "model_id"),
            new Place("https://us-south.ml.cloud.ibm.com", "url"),
            new Key(true, "WATSONX_APIKEY", "WATSONX_API_KEY"),
            List.of("project_id", "iam_url"),
            new BatchLimits(1_000, 0, 0),
            WatsonxEmbeddings::new),
    CUSTOM(
            "custom",
            new Model("endpoint", "model_name"),
            Place.given("url"),
            new Key(false),
            List.of(),
            new BatchLimits(2048, 0, 0),
            CustomEmbeddings::new);

    /**
     * What is sent at once when many wait, where more is allowed: enough to hide the round trip.
     */
    private static final int PREFERRED_BATCH = 128;

    /**
     * @param otherwise null where one must be named
     */
    private record Model(String otherwise, String... keys) {
        String of(EmbedderConfig config) {
            for (String key : keys) {
                if (config.has(key)) {
                    return config.text(key);
                }
            }
            return otherwise == null ? config.text(keys[0]) : otherwise;
        }
    }

    /**
     * @param otherwise gives null where one must be given
     */
    private record Place(
            BiFunction<EmbedderConfig, UnaryOperator<String>, String> otherwise, String... keys) {
        Place(String otherwise, String... keys) {
            this((config, environment) -> otherwise, keys);
        }

        static Place given(String... keys) {
            return new Place((config, environment) -> null, keys);
        }

        String of(EmbedderConfig config, UnaryOperator<String> environment) {
            for (String key : keys) {
                if (config.has(key)) {
                    return BaseUrl.of(key + " in embedder_config", config.text(key));
                }
            }
            String own = otherwise.apply(config, environment);
            return own == null ? config.text(keys[0]) : own;
        }
    }

    /**
     * @param variables where it may stand in the environment, the first before the others
     */
    record Key(boolean needed, String... variables) {}

    private final String key;
    private final Model model;
    private final Place place;
    private final Key access;
    private final List<String> also;
    private final BatchLimits limits;
    private final Supplier<EmbeddingWire> wire;

    EmbeddingProvider(
            String key,
            Model model,
            Place place,
            Key access,
            List<String> also,
            BatchLimits limits,
            Supplier<EmbeddingWire> wire) {
        this.key = key;
        this.model = model;
        this.place = place;
        this.access = access;
        this.also = also;
        this.limits = limits;
        this.wire = wire;
    }

    static EmbeddingProvider of(String key) {
        return Arrays.stream(values())
                .filter(provider -> provider.key.equals(key))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "embedder \"%s\" is not known; known are: %s"
                                                .formatted(
                                                        key, String.join(", ", Embedder.keys()))));
    }

    String key() {
        return key;
    }

    /** The keys of its config, without those that all have. */
    List<String> configKeys() {
        List<String> keys = new ArrayList<>(List.of(model.keys));
        keys.add("api_key");
        keys.addAll(List.of(place.keys));
        keys.addAll(also);
        return keys;
    }

    Key access() {
        return access;
    }

    /**
     * What is meant by a config.
     *
     * @throws IllegalArgumentException if the config is not one of this provider's
     */
    EmbeddingPlan plan(EmbedderConfig config) {
        config.allow(configKeys());
        String chosen = model.of(config);
        place.of(config, variable -> null);
        if (also.contains("project_id")) {
            config.text("project_id");
        }
        String name = key + '/' + chosen;
        RemoteSettings settings = settings(name, chosen, config);
        return new EmbeddingPlan(
                name,
                config.calibration(name),
                environment ->
                        new RemoteEmbeddingModel(
                                settings, place.of(config, environment), wire.get(), environment));
    }

    private RemoteSettings settings(String name, String chosen, EmbedderConfig config) {
        BatchLimits mine = wire.get().limits(chosen, limits);
        int known =
                config.dimension() > 0
                        ? config.dimension()
                        : KnownDimensions.of(config.text("model_name", chosen));
        config.text("api_key", null);
        config.timeout();
        config.retries();
        return new RemoteSettings(
                name,
                chosen,
                config,
                this,
                known,
                mine,
                config.batchSize(Math.min(PREFERRED_BATCH, mine.texts()), mine.texts()));
    }
}
