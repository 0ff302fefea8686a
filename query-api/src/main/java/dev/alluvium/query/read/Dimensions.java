package dev.alluvium.query.read;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.alluvium.query.http.Problem;
import dev.alluvium.state.MemoryId;
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
    private final Cache<MemoryId, Integer> known =
            Caffeine.newBuilder()
                    .maximumSize(100_000)
                    .expireAfterWrite(Duration.ofMinutes(1))
                    .build();

    public Dimensions(Reader reader) {
        this.reader = reader;
    }

    /** Throws a 422 problem if {@code dimension} is not what the memory holds. */
    public void check(MemoryId memory, int dimension, String whose) {
        Integer remembered = known.getIfPresent(memory);
        if (remembered != null && remembered == dimension) {
            return;
        }
        int held = held(memory);
        if (held == 0) {
            return;
        }
        known.put(memory, held);
        if (held != dimension) {
            throw Problem.dimension(mismatch(whose, dimension, held)).exception();
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
        try {
            return reader.ask(memory, new ReadHeader(), List.of(), DEADLINE).value().dimension();
        } catch (StateUnavailableException | PositionNotReachedException e) {
            // Writes do not wait for a memory that is recovering; it refuses the vector itself.
            return 0;
        }
    }
}
