package dev.alluvium.query.state;

import dev.alluvium.state.serving.Endpoint;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.AsynchronousCloseException;
import java.time.Duration;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * The connections on which threads ask owners of memories themselves, kept for the next question.
 * Any thread.
 */
final class OwnerConnections {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    /** Shorter than state servers keep a connection that is not used. */
    private static final Duration KEPT = Duration.ofSeconds(60);

    private final Map<String, Connections> byAddress = new ConcurrentHashMap<>();

    /** To one server. */
    private static final class Connections {
        private final Deque<OwnerConnection> idle = new ConcurrentLinkedDeque<>();
        private final Set<OwnerConnection> inUse = ConcurrentHashMap.newKeySet();

        /** Set before those in use are ended, so that one that comes too late ends itself. */
        private volatile boolean ended;
    }

    /**
     * Sends a question, which changes nothing: one that a kept connection did not carry, because
     * the server had just ended it, is sent again on a new one.
     */
    Reply post(Endpoint owner, String path, String headers, byte[] body, Duration patience)
            throws IOException {
        Connections all = byAddress.computeIfAbsent(owner.address(), a -> new Connections());
        OwnerConnection kept = take(all);
        if (kept != null) {
            try {
                return post(all, kept, path, headers, body, patience);
            } catch (SocketTimeoutException | AsynchronousCloseException e) {
                throw e;
            } catch (IOException e) {
                if (kept.isAnswered()) {
                    throw e;
                }
            }
        }
        return post(all, open(owner), path, headers, body, patience);
    }

    /** That nobody takes the connection is no sign of life, as a late answer would be. */
    private static OwnerConnection open(Endpoint owner) throws IOException {
        try {
            return OwnerConnection.open(owner.host(), owner.port(), CONNECT_TIMEOUT);
        } catch (SocketTimeoutException e) {
            throw new IOException("no connection after " + CONNECT_TIMEOUT.toMillis() + " ms", e);
        }
    }

    private static Reply post(
            Connections all,
            OwnerConnection connection,
            String path,
            String headers,
            byte[] body,
            Duration patience)
            throws IOException {
        boolean done = false;
        all.inUse.add(connection);
        try {
            if (all.ended) {
                throw new IOException("the connections to it were ended");
            }
            Reply reply = connection.post(path, headers, body, patience);
            done = connection.isKept();
            return reply;
        } finally {
            all.inUse.remove(connection);
            if (done) {
                all.idle.addFirst(connection);
                endOldest(all);
            } else {
                connection.close();
            }
        }
    }

    /** The one used last. */
    private static OwnerConnection take(Connections all) {
        OwnerConnection newest = all.idle.pollFirst();
        if (newest != null && newest.idle().compareTo(KEPT) > 0) {
            newest.close();
            return null;
        }
        return newest;
    }

    /** One that nobody needed for long goes whenever another is kept. */
    private static void endOldest(Connections all) {
        OwnerConnection oldest = all.idle.peekLast();
        if (oldest != null
                && oldest.idle().compareTo(KEPT) > 0
                && all.idle.removeLastOccurrence(oldest)) {
            oldest.close();
        }
    }

    /** Ends all connections to a server; who waits on one is told by its failure. */
    void end(String address) {
        Connections all = byAddress.remove(address);
        if (all != null) {
            all.ended = true;
            all.inUse.forEach(OwnerConnection::close);
            all.idle.forEach(OwnerConnection::close);
        }
    }

    /** Ends the connections to all servers but these. */
    void endAllBut(Set<String> addresses) {
        for (String address : byAddress.keySet()) {
            if (!addresses.contains(address)) {
                end(address);
            }
        }
    }
}
