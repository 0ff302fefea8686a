package dev.alluvium.query.read;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.alluvium.query.http.Problem;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.query.ReadHeader;
import dev.alluvium.state.serving.PositionNotReachedException;
import dev.alluvium.state.serving.StateUnavailableException;
import java.time.Duration;
import java.util.List;

/**
 * Checks vectors against the dimension a memory holds before they are written or searched by. What
 * it remembers only spares questions: a mismatch is confirmed with the memory before it is said,
 * and the memory itself refuses what slips through. Any thread may ask.
 */
public final class Dimensions {

    private static final Duration DEADLINE = Duration.ofSeconds(2);

    private final Reader reader;
    private final Cache<MemoryId, Held> known =
            Caffeine.newBuilder()
                    .maximumSize(100_000)
                    .expireAfterWrite(Duration.ofMinutes(1))
                    .build();

    public Dimensions(Reader reader) {
        this.reader = reader;
    }

    /** Throws a 422 problem if {@code dimension} is not what the memory holds. */
    public void check(MemoryId memory, int dimension, String whose) {
        check(memory, null, dimension, whose);
    }

    /**
     * Throws a 422 problem if the memory's vectors are of another model than {@code model}, whose
     * cosines with them would mean nothing, or of another dimension.
     */
    public void checkQuery(MemoryId memory, String model, int dimension) {
        check(memory, model, dimension, "the query's vector");
    }

    private void check(MemoryId memory, String model, int dimension, String whose) {
        Held held = known.getIfPresent(memory);
        if (held == null || held.fault(model, dimension, whose) != null) {
            held = ask(memory);
            if (held.dimension() > 0) {
                known.put(memory, held);
            }
        }
        String fault = held.fault(model, dimension, whose);
        if (fault != null) {
            throw Problem.dimension(fault).exception();
        }
    }

    /** What a mismatch is told as: both dimensions and the way out. */
    public static String mismatch(String whose, int dimension, int held) {
        return whose
                + " has "
                + dimension
                + " dimensions, this memory holds vectors of "
                + held
                + "; use the embedding model the memory was written with, or export it without"
                + " vectors, erase it and import it again to embed it anew";
    }

    /** The dimension the memory holds now; 0 for none yet, or where it cannot be asked. */
    public int held(MemoryId memory) {
        return ask(memory).dimension();
    }

    private Held ask(MemoryId memory) {
        try {
            MemoryHeader header = reader.ask(memory, new ReadHeader(), List.of(), DEADLINE).value();
            return new Held(header.dimension(), header.embedder());
        } catch (StateUnavailableException | PositionNotReachedException e) {
            // Writes do not wait for a memory that is recovering; it refuses the vector itself.
            return new Held(0, null);
        }
    }

    /** What a memory holds: a dimension, 0 for no vectors, and the model they are of, if noted. */
    private record Held(int dimension, String embedder) {

        /** What is wrong with a vector for this memory, or null. */
        String fault(String model, int given, String whose) {
            if (dimension == 0) {
                return null;
            }
            if (model != null && embedder != null && !model.equals(embedder)) {
                return whose
                        + " is of the model "
                        + model
                        + ", this memory holds vectors of "
                        + embedder
                        + "; search it by words (mode lexical), run with that embedder, or embed the"
                        + " memory anew: export it without vectors, erase it and import it again";
            }
            return given == dimension ? null : mismatch(whose, given, dimension);
        }
    }
}
