package dev.alluvium.cli.endtoend;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The network paths to some ports of this machine, by way of a second loopback address: what
 * connects there is carried on, until a path is cut. Then nothing passes it in either direction and
 * nobody is told, as when packets are dropped; what is under way passes once it is mended.
 */
final class SilentPaths implements AutoCloseable {

    /** Not every system gives its loopback interface more than one address. */
    static final String HOST = "127.0.0.2";

    private static final int TRIES = 50;

    private final int first;
    private final Map<Integer, ServerSocket> listening = new HashMap<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Set<Integer> cut = ConcurrentHashMap.newKeySet();

    private SilentPaths(int first, int ports) throws IOException {
        this.first = first;
        try {
            for (int port = first; port < first + ports; port++) {
                listening.put(port, new ServerSocket(port, 50, InetAddress.getByName(HOST)));
            }
        } catch (IOException e) {
            close();
            throw e;
        }
        listening.forEach((port, server) -> start("paths to " + port, () -> accept(port, server)));
    }

    /** Whether this machine has the second address. */
    static boolean arePossible() {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
            return any.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    /** Paths to so many ports in a row that are free at both addresses. */
    static SilentPaths open(int ports) throws IOException {
        Random random = new Random();
        IOException failure = null;
        for (int i = 0; i < TRIES; i++) {
            int first = 20_000 + random.nextInt(10_000);
            try {
                for (int port = first; port < first + ports; port++) {
                    new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1")).close();
                }
                return new SilentPaths(first, ports);
            } catch (IOException e) {
                failure = e;
            }
        }
        throw new IOException("no " + ports + " free ports in a row", failure);
    }

    /** The ports as a range, such as {@code 20000-20007}. */
    String range() {
        return first + "-" + (first + listening.size() - 1);
    }

    /** The ports behind which somebody listens now. */
    List<Integer> used() {
        List<Integer> used = new ArrayList<>();
        for (int port : listening.keySet().stream().sorted().toList()) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress("127.0.0.1", port));
                used.add(port);
            } catch (IOException e) {
                // Nobody.
            }
        }
        return used;
    }

    void cut(int port) {
        cut.add(port);
    }

    synchronized void mend(int port) {
        cut.remove(port);
        notifyAll();
    }

    private synchronized void awaitMended(int port) throws InterruptedException {
        while (cut.contains(port)) {
            wait();
        }
    }

    private void accept(int port, ServerSocket server) throws IOException, InterruptedException {
        while (true) {
            Socket client = server.accept();
            open.add(client);
            start("path to " + port, () -> carry(port, client));
        }
    }

    private void carry(int port, Socket client) throws IOException, InterruptedException {
        awaitMended(port);
        Socket server = new Socket();
        open.add(server);
        try {
            server.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            server.connect(new InetSocketAddress("127.0.0.1", port));
        } catch (IOException e) {
            // Refused, and not ended in order: as the port itself would.
            client.setSoLinger(true, 0);
            close(client, server);
            return;
        }
        start("path from " + port, () -> carry(port, server, client));
        carry(port, client, server);
    }

    private void carry(int port, Socket from, Socket to) throws IOException, InterruptedException {
        byte[] buffer = new byte[16_384];
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                awaitMended(port);
                out.write(buffer, 0, read);
            }
            awaitMended(port);
        } finally {
            close(from, to);
        }
    }

    private void close(Socket one, Socket other) throws IOException {
        open.remove(one);
        open.remove(other);
        one.close();
        other.close();
    }

    private interface Carrying {
        void run() throws IOException, InterruptedException;
    }

    private static void start(String name, Carrying carrying) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                carrying.run();
                            } catch (IOException e) {
                                // An end of the path is gone, and so is the path.
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        for (ServerSocket server : listening.values()) {
            server.close();
        }
        for (Socket socket : open) {
            socket.close();
        }
    }
}
