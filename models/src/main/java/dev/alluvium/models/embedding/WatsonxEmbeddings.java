package dev.alluvium.models.embedding;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.provider.BaseUrl;
import dev.alluvium.models.provider.Call;
import dev.alluvium.models.provider.Deadline;
import dev.alluvium.state.json.Json;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** IBM watsonx's embeddings; the key buys a token that lives for an hour. One for each model. */
final class WatsonxEmbeddings implements EmbeddingWire {

    /** The day of the API that is spoken. */
    private static final String VERSION = "2024-10-17";

    /** What the models of the default's family read at most. */
    private static final int MAX_TOKENS = 512;

    private static final long RENEW_AHEAD_NANOS = 60_000_000_000L;

    private final ReentrantLock renewing = new ReentrantLock();
    private String token;
    private long renewNanos;

    @Override
    public Call call(EmbeddingLine line, List<String> texts, Purpose purpose, Deadline deadline) {
        ObjectNode body = Json.object().put("model_id", line.model());
        texts.forEach(body.putArray("inputs")::add);
        body.put("project_id", line.config().text("project_id"));
        body.putObject("parameters").put("truncate_input_tokens", MAX_TOKENS);
        return line.post(
                "/ml/v1/text/embeddings?version=" + VERSION,
                body,
                "Authorization",
                "Bearer " + token(line, deadline));
    }

    @Override
    public List<JsonNode> vectors(JsonNode reply) {
        return EmbeddingWire.elements(reply.path("results")).stream()
                .map(each -> each.path("embedding"))
                .toList();
    }

    private String token(EmbeddingLine line, Deadline deadline) {
        awaitTurn(line, deadline);
        try {
            return renewed(line, deadline);
        } finally {
            renewing.unlock();
        }
    }

    /** Whoever has less time than the one who renews the token does not wait for him. */
    private void awaitTurn(EmbeddingLine line, Deadline deadline) {
        try {
            if (!renewing.tryLock(deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
                throw line.client().failure("gave no token for its key in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw line.client().failure("was not waited for: the call was interrupted");
        }
    }

    private String renewed(EmbeddingLine line, Deadline deadline) {
        if (token != null && System.nanoTime() - renewNanos < 0) {
            return token;
        }
        String url =
                BaseUrl.of("iam_url", line.config().text("iam_url", "https://iam.cloud.ibm.com"));
        String reply =
                line.client()
                        .post(
                                new Call(
                                        URI.create(url + "/identity/token"),
                                        Map.of("Content-Type", "application/x-www-form-urlencoded"),
                                        "grant_type=urn%3Aibm%3Aparams%3Aoauth%3Agrant-type%3Aapikey&apikey="
                                                + UrlPart.of(line.key())),
                                deadline);
        try {
            JsonNode json = Json.MAPPER.readTree(reply);
            String given = json.path("access_token").asText();
            if (given.isBlank()) {
                throw line.client().failure("gave no token for its key");
            }
            line.secrets().add(given);
            token = given;
            renewNanos =
                    System.nanoTime()
                            + json.path("expires_in").asLong(3_600) * 1_000_000_000L
                            - RENEW_AHEAD_NANOS;
            return token;
        } catch (JsonProcessingException e) {
            throw line.client().failure("gave no token for its key, but what is no JSON");
        }
    }
}
