package dev.alluvium.state.bitemporal;

import java.time.Instant;
import java.util.List;

/**
 * One saying that a fact holds, with whoever said so. One that does not stand any more is kept to
 * be recognised when it is repeated.
 *
 * @param said what the fact says, as it was said
 * @param stated when the fact is true, as it was said
 * @param known when the memory learned it
 */
public record Statement<T, S>(
        T said, Interval stated, Instant known, List<S> sources, Standing standing) {

    /** Whether a statement counts. */
    public enum Standing {
        STANDS,
        /** It begins after an {@link End} that was told of what it belonged to. */
        ENDED,
        /** The fact was corrected or retracted since. */
        WITHDRAWN
    }

    public Statement {
        sources = List.copyOf(sources);
    }

    /** One that stands. */
    public static <T, S> Statement<T, S> of(T said, Interval stated, Instant known, List<S> by) {
        return new Statement<>(said, stated, known, by, Standing.STANDS);
    }

    public boolean stands() {
        return standing == Standing.STANDS;
    }

    public boolean isWithdrawn() {
        return standing == Standing.WITHDRAWN;
    }

    public Statement<T, S> as(Standing other) {
        return new Statement<>(said, stated, known, sources, other);
    }

    public Statement<T, S> withSources(List<S> all) {
        return new Statement<>(said, stated, known, all, standing);
    }

    public Statement<T, S> saying(T other) {
        return new Statement<>(other, stated, known, sources, standing);
    }
}
