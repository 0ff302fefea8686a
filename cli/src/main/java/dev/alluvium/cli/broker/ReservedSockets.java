package dev.alluvium.cli.broker;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * Listening sockets that are bound before the broker is configured, because the quorum's address
 * has to stand in the configuration and a port that was merely found free could be taken by someone
 * else in between.
 *
 * <p>The broker takes each socket over and closes it; {@link #close} closes those it never asked
 * for.
 */
final class ReservedSockets implements ServerSocketFactory, AutoCloseable {

    static final String HOST = "127.0.0.1";

    private final Map<String, ServerSocketChannel> unclaimed = new ConcurrentHashMap<>();

    /** Binds a socket for a listener; port 0 takes any free one. Returns the port. */
    int reserve(String listener, int port) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(new InetSocketAddress(InetAddress.getByName(HOST), port));
        } catch (BindException e) {
            channel.close();
            throw new IllegalStateException(
                    "port %d on %s cannot be used for the Kafka broker (%s): stop what listens there, or choose another port, or 0 for any free one"
                            .formatted(port, HOST, e.getMessage()),
                    e);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        unclaimed.put(listener, channel);
        return channel.socket().getLocalPort();
    }

    @Override
    public ServerSocketChannel openServerSocket(
            String listener, InetSocketAddress address, int backlog, int receiveBufferBytes)
            throws IOException {
        ServerSocketChannel reserved = unclaimed.remove(listener);
        return reserved != null
                ? reserved
                : ServerSocketFactory.INSTANCE.openServerSocket(
                        listener, address, backlog, receiveBufferBytes);
    }

    @Override
    public void close() throws IOException {
        for (ServerSocketChannel channel : unclaimed.values()) {
            channel.close();
        }
        unclaimed.clear();
    }
}
