package dev.alluvium.bench.system;

import dev.alluvium.state.json.Json;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.IntFunction;

/** Import lines of turns, spread over memories and sessions in turn as a busy server gets them. */
final class TurnLines implements Iterator<byte[]> {

    private static final int CHARACTERS = 120;
    private static final int SESSION_TURNS = 40;
    private static final String[] AUTHORS = {"Caroline", "Melanie", "assistant"};
    private static final Instant START = Instant.parse("2024-01-01T09:00:00Z");

    private final IntFunction<String> user;
    private final int memories;
    private final long turns;
    private final Sentences sentences;
    private long next;

    /**
     * @param name the users' names begin with it
     */
    TurnLines(String name, int memories, long turns, long seed) {
        this(memory -> name + "-" + memory, memories, turns, seed);
    }

    /** Of one memory. */
    TurnLines(String user, long turns, long seed) {
        this(memory -> user, 1, turns, seed);
    }

    private TurnLines(IntFunction<String> user, int memories, long turns, long seed) {
        this.user = user;
        this.memories = memories;
        this.turns = turns;
        sentences = new Sentences(seed);
    }

    @Override
    public boolean hasNext() {
        return next < turns;
    }

    @Override
    public byte[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        long inMemory = next / memories;
        var line =
                Json.object().put("app", "bench").put("user", user.apply((int) (next % memories)));
        line.putObject("turn")
                .put("session", "session " + inMemory / SESSION_TURNS)
                .put("author", AUTHORS[(int) (inMemory % AUTHORS.length)])
                .put("content", sentences.next(CHARACTERS))
                .put("at", START.plusSeconds(30 * inMemory).toString());
        next++;
        return Lines.ended(line);
    }

    /** All lines at once, so that making them is not part of what is measured. */
    byte[] body() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        forEachRemaining(bytes::writeBytes);
        return bytes.toByteArray();
    }
}
