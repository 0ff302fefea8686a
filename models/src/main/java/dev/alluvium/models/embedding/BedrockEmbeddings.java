package dev.alluvium.models.embedding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.provider.Call;
import dev.alluvium.models.provider.Deadline;
import dev.alluvium.state.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Amazon's models on Bedrock, one text in each call, and Cohere's there, many. */
record BedrockEmbeddings() implements EmbeddingWire {

    private static boolean isCohere(String model) {
        return model.contains("cohere.");
    }

    @Override
    public BatchLimits limits(String model, BatchLimits usual) {
        return isCohere(model) ? usual : new BatchLimits(1, usual.textTokens(), 0);
    }

    static String region(EmbedderConfig config, String configured) {
        return config.text("region", configured == null ? "us-east-1" : configured);
    }

    @Override
    public Call call(EmbeddingLine line, List<String> texts, Purpose purpose, Deadline deadline) {
        Call unsigned =
                line.post(
                        "/model/" + UrlPart.of(line.model()) + "/invoke",
                        isCohere(line.model())
                                ? CohereEmbeddings.body(texts, purpose)
                                : titan(line, texts.get(0)));
        if (line.key() != null) {
            return unsigned;
        }
        AwsCredentials credentials = AwsCredentials.find(line.config(), line.environment());
        credentials.secrets().forEach(line.secrets()::add);
        String region = region(line.config(), AwsCredentials.region(line.environment()));
        Map<String, String> headers = new LinkedHashMap<>(unsigned.headers());
        headers.putAll(
                new AwsSignature(credentials, region, "bedrock")
                        .headers(unsigned.uri(), unsigned.body(), Instant.now()));
        return new Call(unsigned.uri(), headers, unsigned.body());
    }

    private static ObjectNode titan(EmbeddingLine line, String text) {
        ObjectNode body = Json.object().put("inputText", text);
        if (line.config().dimension() > 0 && line.model().contains("-v2")) {
            body.put("dimensions", line.config().dimension());
        }
        return body;
    }

    @Override
    public List<JsonNode> vectors(JsonNode reply) {
        return reply.has("embedding")
                ? List.of(reply.path("embedding"))
                : EmbeddingWire.elements(reply.path("embeddings"));
    }
}
