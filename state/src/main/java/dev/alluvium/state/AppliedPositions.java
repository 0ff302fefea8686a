package dev.alluvium.state;

import java.util.Arrays;

/**
 * How far a memory has applied the log: the last applied offset of each partition its commands came
 * from. A memory normally lives in one partition; more appear when a producer partitions
 * differently or partitions were added.
 */
public final class AppliedPositions {

    public static final AppliedPositions NONE = new AppliedPositions(new Position[0]);

    private final Position[] positions;

    private AppliedPositions(Position[] positions) {
        this.positions = positions;
    }

    public static AppliedPositions of(Position... positions) {
        return new AppliedPositions(positions.clone());
    }

    public boolean reached(Position wanted) {
        for (Position position : positions) {
            if (position.partition() == wanted.partition()) {
                return position.offset() >= wanted.offset();
            }
        }
        return false;
    }

    /** These positions after {@code applied}; offsets never go back. */
    public AppliedPositions with(Position applied) {
        for (int i = 0; i < positions.length; i++) {
            if (positions[i].partition() == applied.partition()) {
                if (positions[i].offset() >= applied.offset()) {
                    return this;
                }
                Position[] next = positions.clone();
                next[i] = applied;
                return new AppliedPositions(next);
            }
        }
        Position[] next = Arrays.copyOf(positions, positions.length + 1);
        next[positions.length] = applied;
        return new AppliedPositions(next);
    }

    /** A copy of the positions, in the order in which their partitions first appeared. */
    public Position[] toArray() {
        return positions.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AppliedPositions that && Arrays.equals(positions, that.positions);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(positions);
    }

    @Override
    public String toString() {
        return Arrays.toString(positions);
    }
}
