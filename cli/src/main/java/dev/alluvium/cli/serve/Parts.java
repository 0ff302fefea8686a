package dev.alluvium.cli.serve;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of a system that are open, in the order in which they were opened. */
final class Parts implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Parts.class);

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /** Takes charge of a part. */
    <T extends AutoCloseable> T keep(T part) {
        open.push(part);
        return part;
    }

    /**
     * Closes all parts, the last opened first; a part that fails to close does not keep the others
     * open.
     */
    @Override
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                LOG.warn("a part did not close cleanly: {}", e.toString());
            }
        }
    }
}
