package dev.alluvium.query.read;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.alluvium.query.QueryEmbedder;
import dev.alluvium.query.http.Problem;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.LogTurns;
import dev.alluvium.state.command.Remember;
import dev.alluvium.state.command.ReviseFact;
import dev.alluvium.state.command.Update;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.query.ReadHeader;
import dev.alluvium.state.serving.PositionNotReachedException;
import dev.alluvium.state.serving.StateUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * Checks vectors, and the model that makes them, against what a memory holds before anything is
 * written or searched by them. What it remembers only spares questions: a mismatch is confirmed
 * with the memory before it is said. A vector of another dimension that slips through is refused by
 * the memory itself; what another model made is kept there without its vectors. Any thread may ask.
 */
public final class Dimensions {

    private static final Duration DEADLINE = Duration.ofSeconds(2);

    private static final String WAY_OUT =
            "run with that embedder, or have the memory embedded anew (POST reembed, or alluvium reembed)";

    private final Reader reader;
    private final QueryEmbedder embedder;
    private final Embedded embedded;
    private final Cache<MemoryId, Held> known =
            Caffeine.newBuilder()
                    .maximumSize(100_000)
                    .expireAfterWrite(Duration.ofMinutes(1))
                    .build();

    /**
     * @param embedder the model that embeds what is written, too; null where none does
     * @param embedded what is embedded beside records
     */
    public Dimensions(Reader reader, QueryEmbedder embedder, Embedded embedded) {
        this.reader = reader;
        this.embedder = embedder;
        this.embedded = embedded;
    }

    /**
     * Throws a 422 problem if what the command writes would be embedded by another model than that
     * of the memory's vectors.
     */
    public void checkWritten(Command command) {
        if (embedder == null || !isEmbedded(command)) {
            return;
        }
        Held held = held(command.memory(), each -> each.isOf(embedder.model()));
        if (!held.isOf(embedder.model())) {
            throw Problem.dimension(
                            "this memory holds vectors of "
                                    + held.embedder()
                                    + " ("
                                    + held.dimension()
                                    + " dimensions), what is written would get vectors of "
                                    + embedder.model()
                                    + dimensions()
                                    + "; nothing was written; "
                                    + WAY_OUT)
                    .exception();
        }
    }

    private boolean isEmbedded(Command command) {
        return command instanceof Remember
                || command instanceof Update update && update.patch().content() != null
                || embedded.turns() && command instanceof LogTurns
                || embedded.facts()
                        && (command instanceof AssertFacts || command instanceof ReviseFact);
    }

    /** How long the embedder's vectors are, where it can be asked. */
    private String dimensions() {
        try {
            return " (" + embedder.embed("dimension", DEADLINE).length + " dimensions)";
        } catch (RuntimeException e) {
            return "";
        }
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
        String fault =
                held(memory, each -> each.fault(model, dimension, whose) == null)
                        .fault(model, dimension, whose);
        if (fault != null) {
            throw Problem.dimension(fault).exception();
        }
    }

    /** What the memory holds; asked for anew where what is remembered would not do. */
    private Held held(MemoryId memory, Predicate<Held> does) {
        Held held = known.getIfPresent(memory);
        if (held == null || !does.test(held)) {
            held = ask(memory);
            if (held.dimension() > 0) {
                known.put(memory, held);
            } else {
                known.invalidate(memory);
            }
        }
        return held;
    }

    /** What a mismatch is told as: both dimensions and the way out. */
    public static String mismatch(String whose, int dimension, int held) {
        return whose
                + " has "
                + dimension
                + " dimensions, this memory holds vectors of "
                + held
                + "; use the embedding model the memory was written with, or have it embedded anew by"
                + " another (POST reembed, or alluvium reembed)";
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

        /** Whether vectors of a model can stand beside those held. */
        boolean isOf(String model) {
            return dimension == 0 || embedder == null || embedder.equals(model);
        }

        /** What is wrong with a vector for this memory, or null. */
        String fault(String model, int given, String whose) {
            if (dimension == 0) {
                return null;
            }
            if (model != null && !isOf(model)) {
                return whose
                        + " is of the model "
                        + model
                        + ", this memory holds vectors of "
                        + embedder
                        + "; search it by words (mode lexical), "
                        + WAY_OUT;
            }
            return given == dimension ? null : mismatch(whose, given, dimension);
        }
    }
}
