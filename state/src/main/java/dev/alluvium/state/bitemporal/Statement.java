package dev.alluvium.state.bitemporal;

import java.time.Instant;
import java.util.List;

/**
 * One saying that a fact holds, with whoever said so. A statement that was withdrawn, because the
 * fact was corrected or retracted since, is kept to be recognised when it is repeated.
 *
 * @param stated when the fact is true, as it was said
 * @param known when the memory learned it
 * @param stands false once withdrawn
 */
public record Statement<S>(Interval stated, Instant known, List<S> sources, boolean stands) {

    public Statement {
        sources = List.copyOf(sources);
    }

    public Statement<S> withdrawn() {
        return new Statement<>(stated, known, sources, false);
    }

    public Statement<S> withSources(List<S> all) {
        return new Statement<>(stated, known, all, stands);
    }
}
