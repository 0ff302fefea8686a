package dev.alluvium.query.http;

import dev.alluvium.state.json.Json;
import io.javalin.config.JettyConfig;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http.UriCompliance.Violation;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The HTTP server below the routes: its threads, which paths it takes, how it says no by itself.
 */
public final class Jetty {

    /**
     * Apps, users and ids are any text, percent-encoded, so that a slash, a dot or a percent sign
     * within one is as good as any character: routes are matched before decoding.
     */
    private static final UriCompliance ANY_TEXT =
            UriCompliance.from(
                    EnumSet.of(
                            Violation.AMBIGUOUS_PATH_SEGMENT,
                            Violation.AMBIGUOUS_PATH_SEPARATOR,
                            Violation.AMBIGUOUS_PATH_PARAMETER,
                            Violation.AMBIGUOUS_PATH_ENCODING,
                            Violation.AMBIGUOUS_EMPTY_SEGMENT,
                            Violation.SUSPICIOUS_PATH_CHARACTERS));

    /** Room for a path and several scopes in non-Latin scripts, nine bytes a character. */
    private static final int MAX_HEADER_BYTES = 64 * 1024;

    private static final int IDLE_MILLIS = 60_000;

    private Jetty() {}

    public static void configure(JettyConfig jetty, String host, int port, int threads) {
        QueuedThreadPool pool = new QueuedThreadPool(threads, Math.min(threads, 16));
        pool.setName("alluvium-http");
        jetty.threadPool = pool;
        jetty.host = host;
        jetty.port = port;
        jetty.modifyHttpConfiguration(
                http -> {
                    http.setUriCompliance(ANY_TEXT);
                    http.setSendServerVersion(false);
                    http.setRequestHeaderSize(MAX_HEADER_BYTES);
                    http.setIdleTimeout(IDLE_MILLIS);
                });
        jetty.modifyServletContextHandler(
                context -> context.getServletHandler().setDecodeAmbiguousURIs(true));
        jetty.modifyServer(server -> server.setErrorHandler(new ProblemErrors()));
    }

    /** Says as a problem what the server refuses before any route sees it. */
    private static final class ProblemErrors extends ErrorHandler {

        @Override
        public boolean errorPageForMethod(String method) {
            return true;
        }

        @Override
        protected void generateResponse(
                Request request,
                Response response,
                int code,
                String message,
                Throwable cause,
                Callback callback) {
            Problem problem = Problem.of(code, "bad-http", "The request was refused", message);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problems.CONTENT_TYPE);
            // What was refused may not have been read to its end, so the connection ends; a client
            // that is not told takes it for its next request.
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            response.write(true, ByteBuffer.wrap(Json.bytes(problem.toJson())), callback);
        }
    }
}
