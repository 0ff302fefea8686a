package dev.alluvium.operators.serving;

import dev.alluvium.state.wire.Wire;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers questions of other processes from the subtasks that run in this one, over HTTP as {@link
 * Wire} says.
 */
final class StateServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StateServer.class);

    private static final int MAX_THREADS = 64;

    /** Longer than anyone who asks keeps a connection that it does not use. */
    private static final long IDLE_MILLIS = 90_000;

    private final Server server;
    private final ServerConnector connector;
    private final String host;

    StateServer(ServerSettings settings, StateRegistry registry) {
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS);
        threads.setName("alluvium-state-server");
        threads.setDaemon(true);
        server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost(settings.bindHost());
        connector.setIdleTimeout(IDLE_MILLIS);
        server.addConnector(connector);
        server.setHandler(
                new QuestionHandler(registry, settings.secret(), settings.maxWaiting(), threads));
        host = settings.advertisedHost() == null ? ownHost() : settings.advertisedHost();
        start(settings.ports());
        LOG.info("state server answers at {}:{}", host, port());
    }

    String host() {
        return host;
    }

    int port() {
        return connector.getLocalPort();
    }

    private void start(PortRange ports) {
        try {
            bind(ports);
            server.start();
        } catch (Exception e) {
            close();
            throw new IllegalStateException("the state server cannot start: " + e.getMessage(), e);
        }
    }

    private void bind(PortRange ports) throws IOException {
        for (int port = ports.first(); port <= ports.last(); port++) {
            connector.setPort(port);
            try {
                connector.open();
                return;
            } catch (IOException e) {
                if (!isTaken(e)) {
                    throw e;
                }
            }
        }
        throw new IOException("no port of " + ports + " is free; give a wider range");
    }

    private static boolean isTaken(Throwable failure) {
        return failure instanceof BindException
                || failure.getCause() != null && isTaken(failure.getCause());
    }

    private static String ownHost() {
        try {
            return InetAddress.getLocalHost().getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException(
                    "this machine's own address cannot be found; set state_server.advertised_host",
                    e);
        }
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            LOG.warn("the state server did not stop cleanly: {}", e.toString());
        }
    }
}
