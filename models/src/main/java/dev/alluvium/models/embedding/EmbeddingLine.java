package dev.alluvium.models.embedding;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.models.provider.Call;
import dev.alluvium.models.provider.ProviderClient;
import dev.alluvium.models.provider.Secrets;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What a wire needs to know of the model it asks.
 *
 * @param url the provider's place, without a slash at its end
 * @param key null where none is needed
 * @param secrets what must not be said; a wire adds what it gets on its way
 */
record EmbeddingLine(
        String url,
        String model,
        String key,
        EmbedderConfig config,
        UnaryOperator<String> environment,
        Secrets secrets,
        ProviderClient client) {

    /** A JSON document for {@code url + path}, with the key as a bearer token if there is one. */
    Call post(String path, JsonNode body) {
        return post(path, body, "Authorization", key == null ? null : "Bearer " + key);
    }

    /** A JSON document for {@code url + path}, with a header unless its value is null. */
    Call post(String path, JsonNode body, String header, String value) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        if (value != null) {
            headers.put(header, value);
        }
        return new Call(URI.create(url + path), headers, body.toString());
    }
}
