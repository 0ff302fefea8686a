package dev.alluvium.state.episode;

import dev.alluvium.state.text.LexicalIndex;
import dev.alluvium.state.vector.VectorColumn;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What {@link TurnIndex} writes and {@link TurnView}s read: a slot per turn, in parallel arrays.
 *
 * <p>One thread appends. What a slot holds is set before a view that includes it is published and
 * never changes, except the version in which it was closed, which only goes from "never" to a
 * version after every view published so far. Arrays that grow are replaced by volatile writes.
 */
final class TurnColumns {

    private static final int NEVER = Integer.MAX_VALUE;

    final LexicalIndex lexical;
    final TurnRows rows = new TurnRows();
    final SessionLinks links = new SessionLinks();
    final Names sessions = new Names();
    final Names authors = new Names();

    /** The numbers of the authors whose name has a term. */
    final Map<String, int[]> authorsByTerm = new ConcurrentHashMap<>();

    volatile VectorColumn turnVectors;
    volatile VectorColumn pairVectors;

    private volatile long[] ordinal = new long[8];
    private volatile long[] micros = new long[8];
    private volatile long[] address = new long[8];
    private volatile int[] session = new int[8];
    private volatile int[] author = new int[8];
    private volatile int[] closed = new int[8];
    private int size;

    TurnColumns(LexicalIndex lexical) {
        this.lexical = lexical;
    }

    int size() {
        return size;
    }

    int append(long newOrdinal, Turn turn, List<String> terms) {
        int slot = size;
        if (slot == ordinal.length) {
            grow(slot * 3 / 2);
        }
        ordinal[slot] = newOrdinal;
        micros[slot] = micros(turn.at());
        session[slot] = sessions.add(turn.session());
        author[slot] = authors.add(turn.author());
        closed[slot] = NEVER;
        address[slot] = rows.append(turn);
        lexical.add(slot, terms);
        links.add(slot, session[slot], this::precedes);
        size = slot + 1;
        return slot;
    }

    void appendVectors(int slot, List<float[]> vectors) {
        if (!vectors.isEmpty()) {
            if (turnVectors == null) {
                turnVectors = new VectorColumn(vectors.get(0).length);
            }
            turnVectors.set(slot, vectors.get(0));
        }
        if (vectors.size() > 1) {
            if (pairVectors == null) {
                pairVectors = new VectorColumn(vectors.get(1).length);
            }
            pairVectors.set(slot, vectors.get(1));
        }
    }

    /** Closes a slot for views of this version and later. */
    void close(int slot, int version) {
        closed[slot] = version;
    }

    boolean isVisible(int slot, int version) {
        return closed[slot] > version;
    }

    Turn turn(int slot) {
        return rows.read(address[slot], sessions.name(session[slot]), authors.name(author[slot]));
    }

    String id(int slot) {
        return rows.id(address[slot]);
    }

    long micros(int slot) {
        return micros[slot];
    }

    int session(int slot) {
        return session[slot];
    }

    int author(int slot) {
        return author[slot];
    }

    boolean hasVector(int slot) {
        return turnVectors != null && turnVectors.has(slot);
    }

    long bytes() {
        return 36L * ordinal.length
                + lexical.bytes()
                + rows.bytes()
                + links.bytes()
                + sessions.bytes()
                + authors.bytes()
                + (turnVectors == null ? 0 : turnVectors.bytes())
                + (pairVectors == null ? 0 : pairVectors.bytes());
    }

    /** Microseconds since 1970, the ends of the scale for what lies beyond. */
    static long micros(Instant at) {
        try {
            return Math.addExact(
                    Math.multiplyExact(at.getEpochSecond(), 1_000_000L), at.getNano() / 1000);
        } catch (ArithmeticException e) {
            return at.getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    private boolean precedes(int slot, int other) {
        return micros[slot] != micros[other]
                ? micros[slot] < micros[other]
                : ordinal[slot] < ordinal[other];
    }

    private void grow(int capacity) {
        ordinal = Arrays.copyOf(ordinal, capacity);
        micros = Arrays.copyOf(micros, capacity);
        address = Arrays.copyOf(address, capacity);
        session = Arrays.copyOf(session, capacity);
        author = Arrays.copyOf(author, capacity);
        closed = Arrays.copyOf(closed, capacity);
    }
}
