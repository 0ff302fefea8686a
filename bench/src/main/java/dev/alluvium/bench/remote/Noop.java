package dev.alluvium.bench.remote;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A server in this process that answers without looking: what a request over loopback costs. */
final class Noop implements AutoCloseable {

    private static final byte[] NOTHING = {'{', '}'};

    private final HttpServer server;

    Noop() throws IOException {
        // It writes headers and body apart, of which the second would wait for an acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    exchange.sendResponseHeaders(200, NOTHING.length);
                    exchange.getResponseBody().write(NOTHING);
                    exchange.close();
                });
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
