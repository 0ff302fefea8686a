package dev.alluvium.query.state;

import dev.alluvium.state.serving.Endpoint;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * The connections on which threads ask owners of memories themselves, kept for the next question.
 * Interrupting a thread that asks ends its question. Any thread.
 */
final class OwnerConnections implements AutoCloseable {

    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    /** Shorter than state servers keep a connection that is not used. */
    private static final TimeValue KEPT = TimeValue.ofSeconds(60);

    /** No bound of our own: each thread that asks needs one, and the API bounds its threads. */
    private static final int MAX_CONNECTIONS = Integer.MAX_VALUE;

    private static final ContentType CBOR = ContentType.create("application/cbor");

    private final Map<String, Set<HttpPost>> underWay = new ConcurrentHashMap<>();
    private final Header[] headers;
    private final PoolingHttpClientConnectionManager connections;
    private final CloseableHttpClient http;

    /**
     * @param headers of every question
     */
    OwnerConnections(Header... headers) {
        this.headers = headers;
        connections =
                new Builder()
                        .setMaxConnTotal(MAX_CONNECTIONS)
                        .setMaxConnPerRoute(MAX_CONNECTIONS)
                        .setDefaultConnectionConfig(
                                ConnectionConfig.custom()
                                        .setConnectTimeout(Timeout.of(CONNECT_TIMEOUT))
                                        .setValidateAfterInactivity(TimeValue.NEG_ONE_SECOND)
                                        .build())
                        .build();
        http =
                HttpClients.custom()
                        .setConnectionManager(connections)
                        .setRetryStrategy(new OnceAgain())
                        .disableCookieManagement()
                        .disableRedirectHandling()
                        .disableContentCompression()
                        .disableAuthCaching()
                        .build();
    }

    /**
     * Sends a question and waits for the answer.
     *
     * @param patience for each part of the answer
     */
    Reply post(Endpoint owner, String path, byte[] body, Duration patience) throws IOException {
        HttpPost question = new HttpPost("http://" + owner.address() + path);
        question.setHeaders(headers);
        question.setEntity(new ByteArrayEntity(body, CBOR));
        question.setConfig(RequestConfig.custom().setResponseTimeout(Timeout.of(patience)).build());
        Set<HttpPost> all =
                underWay.computeIfAbsent(owner.address(), none -> ConcurrentHashMap.newKeySet());
        all.add(question);
        try {
            return http.execute(
                    question,
                    answer ->
                            new Reply(
                                    answer.getCode(), EntityUtils.toByteArray(answer.getEntity())));
        } catch (ConnectTimeoutException e) {
            // That nobody takes the connection is no sign of life, as a late answer would be.
            throw new IOException("no connection after " + CONNECT_TIMEOUT.toMillis() + " ms", e);
        } catch (CancellationException e) {
            throw new IOException("the question was ended", e);
        } finally {
            all.remove(question);
        }
    }

    /** Ends what waits for an owner, and all connections that may lead nowhere. */
    void end(String address) {
        underWay.getOrDefault(address, Set.of()).forEach(HttpPost::cancel);
        connections.closeIdle(TimeValue.ZERO_MILLISECONDS);
    }

    /** Ends what waits for owners that are no more, and connections that nobody needs. */
    void endAllBut(Set<String> addresses) {
        underWay.forEach(
                (address, all) -> {
                    if (!addresses.contains(address)) {
                        underWay.remove(address);
                        all.forEach(HttpPost::cancel);
                    }
                });
        connections.closeIdle(KEPT);
    }

    @Override
    public void close() {
        endAllBut(Set.of());
        connections.close();
    }

    /** Makes connections of channels, which end when the thread that waits is interrupted. */
    private static final class Builder extends PoolingHttpClientConnectionManagerBuilder {

        @Override
        protected HttpClientConnectionOperator createConnectionOperator(
                SchemePortResolver ports, DnsResolver names, TlsSocketStrategy tls) {
            return new DefaultHttpClientConnectionOperator(
                    proxy -> SocketChannel.open().socket(),
                    ports,
                    names,
                    RegistryBuilder.<TlsSocketStrategy>create().build());
        }
    }

    /**
     * A question changes nothing: one that a kept connection did not carry, because the server had
     * just ended it, is sent again on a new one. Answers are answers, whatever they say.
     */
    private static final class OnceAgain extends DefaultHttpRequestRetryStrategy {

        OnceAgain() {
            super(1, TimeValue.ZERO_MILLISECONDS);
        }

        @Override
        protected boolean handleAsIdempotent(HttpRequest question) {
            return true;
        }

        @Override
        public boolean retryRequest(
                HttpRequest question, IOException failure, int sent, HttpContext context) {
            return !Thread.currentThread().isInterrupted()
                    && super.retryRequest(question, failure, sent, context);
        }

        @Override
        public boolean retryRequest(HttpResponse answer, int sent, HttpContext context) {
            return false;
        }
    }
}
