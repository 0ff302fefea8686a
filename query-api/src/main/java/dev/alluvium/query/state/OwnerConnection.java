package dev.alluvium.query.state;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * One kept HTTP connection to a state server, on which one thread at a time sends a request and
 * waits for its answer itself: a read that is answered within a millisecond would take longer to be
 * handed from thread to thread. Interrupting that thread closes the connection.
 */
final class OwnerConnection implements AutoCloseable {

    private static final int MAX_LINE_BYTES = 8 * 1024;

    private final SocketChannel channel;
    private final InputStream in;
    private final OutputStream out;
    private final String host;
    private long usedNanos = System.nanoTime();
    private boolean answered;
    private boolean kept = true;

    private OwnerConnection(SocketChannel channel, String host) throws IOException {
        this.channel = channel;
        this.host = host;
        in = new BufferedInputStream(channel.socket().getInputStream());
        out = channel.socket().getOutputStream();
    }

    static OwnerConnection open(String host, int port, Duration timeout) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.socket().connect(new InetSocketAddress(host, port), (int) timeout.toMillis());
            return new OwnerConnection(channel, host + ":" + port);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Sends a request and waits for the answer.
     *
     * @param headers lines, each with its end
     * @param patience for each part of the answer
     */
    Reply post(String path, String headers, byte[] body, Duration patience) throws IOException {
        answered = false;
        channel.socket().setSoTimeout((int) Math.max(1, patience.toMillis()));
        byte[] head =
                ("POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/cbor\r\n%sContent-Length: %d\r\n\r\n"
                                .formatted(path, host, headers, body.length))
                        .getBytes(StandardCharsets.US_ASCII);
        byte[] request = new byte[head.length + body.length];
        System.arraycopy(head, 0, request, 0, head.length);
        System.arraycopy(body, 0, request, head.length, body.length);
        // At once: two small packets may wait for each other's acknowledgement.
        out.write(request);
        Reply reply = reply();
        usedNanos = System.nanoTime();
        return reply;
    }

    private Reply reply() throws IOException {
        String[] status = line().split(" ", 3);
        if (status.length < 2 || !status[0].startsWith("HTTP/1.")) {
            throw new IOException(host + " does not answer as a state server does");
        }
        int length = -1;
        for (String line = line(); !line.isEmpty(); line = line()) {
            String[] named = line.toLowerCase(Locale.ROOT).split(":", 2);
            String value = named.length < 2 ? "" : named[1].strip();
            switch (named[0]) {
                case "content-length" -> length = Integer.parseInt(value);
                case "connection" -> kept = !value.equals("close");
                default -> {}
            }
        }
        if (length < 0) {
            throw new IOException(host + " answers without a length");
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException(host + " ended its answer early");
        }
        return new Reply(Integer.parseInt(status[1]), body);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.length() > MAX_LINE_BYTES) {
                throw new EOFException(host + " closed the connection");
            }
            answered = true;
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    /** Whether anything of the last answer has come. */
    boolean isAnswered() {
        return answered;
    }

    /** Whether another request may follow. */
    boolean isKept() {
        return kept;
    }

    Duration idle() {
        return Duration.ofNanos(System.nanoTime() - usedNanos);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Nobody uses it any more.
            return;
        }
    }
}
