package dev.alluvium.cli.backfill;

import java.io.PrintStream;

/** Shows a person how far a backfill is. Used by one thread. */
interface Display extends AutoCloseable {

    /** How often a display that is no terminal says something, in seconds. */
    int PLAIN_SECONDS = 3;

    /** A source begins, or goes on after {@code doneBytes}; {@code totalBytes} is -1 if unknown. */
    void begin(String name, long doneBytes, long totalBytes);

    void update(Progress progress);

    /** Nothing happens for the moment, for this reason. */
    void waiting(String reason);

    /** Says a line, without disturbing what stands there. */
    void say(String line);

    @Override
    void close();

    /**
     * Where a source stands.
     *
     * @param rows acknowledged in this run
     * @param applied how far the log has been applied, as positions; null while that is not known
     */
    record Progress(
            long bytes,
            long rows,
            double rowsPerSecond,
            long rejected,
            String logged,
            String applied) {

        String text() {
            StringBuilder text = new StringBuilder();
            text.append(
                    "%,d rows, %,.0f rows/s, %,d rejected"
                            .formatted(rows, rowsPerSecond, rejected));
            if (logged != null) {
                text.append(", logged ").append(logged);
            }
            if (applied != null) {
                text.append(", applied ").append(applied);
            }
            return text.toString();
        }
    }

    static Display of(PrintStream out, boolean terminal) {
        return terminal ? new BarDisplay(out) : new PlainDisplay(out);
    }
}
