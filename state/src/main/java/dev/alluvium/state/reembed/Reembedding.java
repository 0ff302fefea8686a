package dev.alluvium.state.reembed;

import dev.alluvium.state.Position;

/**
 * How far a memory is that is, or was, embedded anew: its rows get their vectors kind after kind,
 * in the order of their ordinals.
 *
 * @param kind of the rows whose turn it is; null when all had theirs
 * @param next the first of them that was not looked at
 * @param embedded rows that got vectors so far
 * @param of where the command stands that asked for the vectors which are awaited
 * @param failure why it has stopped before its end; null if it has not
 * @param staleTurns turns below this one that were not reached yet have vectors of another model
 */
public record Reembedding(
        RowKind kind, long next, long embedded, Position of, String failure, long staleTurns) {

    /** The beginning, where all turns that are kept have vectors of another model. */
    public static Reembedding begin(Position of, long staleTurns) {
        return new Reembedding(RowKind.RECORDS, 0, 0, of, null, staleTurns);
    }

    /** Whether rows are left to look at. */
    public boolean isOpen() {
        return kind != null;
    }

    /** Whether it goes on by itself. */
    public boolean isRunning() {
        return isOpen() && failure == null;
    }

    /** Whether what the row of this turn holds was made by another model. */
    public boolean isStale(long turn) {
        boolean passed = kind == null || kind == RowKind.TURNS && turn < next;
        return !passed && turn < staleTurns;
    }

    /** From where it stands, asked for by another command. */
    public Reembedding askedBy(Position position) {
        return new Reembedding(kind, next, embedded, position, null, staleTurns);
    }

    /** With so many more rows that have vectors now. */
    public Reembedding plus(long rows) {
        return new Reembedding(kind, next, embedded + rows, of, failure, staleTurns);
    }

    /** At a row of a kind; a kind of null is the end. */
    public Reembedding at(RowKind reached, long row) {
        return new Reembedding(reached, row, embedded, of, failure, staleTurns);
    }

    /** Stopped where it stands. */
    public Reembedding failed(String why) {
        return new Reembedding(kind, next, embedded, of, why, staleTurns);
    }
}
