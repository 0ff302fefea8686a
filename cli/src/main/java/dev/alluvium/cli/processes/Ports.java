package dev.alluvium.cli.processes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Chooses ports that are free now, each once: all are held until the last is chosen. They are let
 * go before the processes take them, so another program can still come between; that process then
 * says so and ends.
 */
final class Ports implements AutoCloseable {

    private final List<ServerSocket> held = new ArrayList<>();

    /** Any free port of an address. */
    int any(String host) {
        try {
            return hold(host, 0);
        } catch (IOException e) {
            throw new UncheckedIOException("no port of " + host + " is free", e);
        }
    }

    /** This very port, or any where it is taken. */
    int preferably(String host, int port) {
        try {
            return hold(host, port);
        } catch (IOException e) {
            return any(host);
        }
    }

    /** This very port. */
    int exactly(String host, int port) {
        try {
            return hold(host, port);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "port %d of %s cannot be used (%s): stop what listens there, or choose another, or 0 for any free one"
                            .formatted(port, host, e.getMessage()),
                    e);
        }
    }

    private int hold(String host, int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
        held.add(socket);
        return socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        for (ServerSocket socket : held) {
            socket.close();
        }
        held.clear();
    }
}
