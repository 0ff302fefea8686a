package dev.alluvium.models.provider;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Lets a model of LangChain4j speak through our client, for one call with one deadline. Its own
 * timeouts are not asked: the deadline is in force for all.
 */
public final class LangChainHttp implements HttpClientBuilder, HttpClient {

    private final ProviderClient client;
    private final Deadline deadline;

    public LangChainHttp(ProviderClient client, Deadline deadline) {
        this.client = client;
        this.deadline = deadline;
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        Map<String, String> headers =
                request.headers().entrySet().stream()
                        .collect(
                                Collectors.toMap(
                                        Map.Entry::getKey,
                                        header -> String.join(", ", header.getValue())));
        String body =
                client.post(new Call(URI.create(request.url()), headers, request.body()), deadline);
        return SuccessfulHttpResponse.builder()
                .statusCode(200)
                .headers(Map.of())
                .body(body)
                .build();
    }

    @Override
    public void execute(
            HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        throw new UnsupportedOperationException("answers are asked for whole, not in parts");
    }

    @Override
    public Duration connectTimeout() {
        return deadline.left();
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration timeout) {
        return this;
    }

    @Override
    public Duration readTimeout() {
        return deadline.left();
    }

    @Override
    public HttpClientBuilder readTimeout(Duration timeout) {
        return this;
    }

    @Override
    public HttpClient build() {
        return this;
    }
}
