package dev.alluvium.query.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.alluvium.query.read.Dimensions;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.json.InvalidInputException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Makes commands of rows: gathers those of one memory and one kind, as many as make a command, of a
 * bounded number of memories at once. The rows of a memory keep their order. Used by one thread.
 */
public final class Gathering {

    /** Memories gathered for at once; beyond, the one begun first is handed on. */
    private static final int MAX_OPEN = 64;

    private final String idempotencyKey;
    private final boolean infer;
    private final ToIntFunction<MemoryId> dimensions;
    private final Sink sink;
    private final Map<MemoryId, Group> open = new LinkedHashMap<>();
    private final Cache<MemoryId, Integer> dimensionOf =
            Caffeine.newBuilder().maximumSize(10_000).build();
    private MemoryId recent;
    private long commands;

    /**
     * @param idempotencyKey of all rows together, or null; each command gets one of its own
     * @param infer whether a language model decides what records leave open
     * @param dimensions of the vectors that a memory holds; 0 where it holds none
     */
    public Gathering(
            String idempotencyKey, boolean infer, ToIntFunction<MemoryId> dimensions, Sink sink) {
        this.idempotencyKey = idempotencyKey;
        this.infer = infer;
        this.dimensions = dimensions;
        this.sink = sink;
    }

    /** Takes the commands, in order. */
    @FunctionalInterface
    public interface Sink {

        /**
         * @param bytes about how large it is
         */
        void take(Command command, int bytes);
    }

    /**
     * Takes a line of an import; throws {@link InvalidInputException} where it can be no row.
     *
     * @param bytes about how large it is
     */
    public void take(JsonNode line, int bytes) {
        take(ImportRow.read(line, null, null, recent), bytes);
    }

    /** Hands on what is not whole yet. */
    public void end() {
        open.values().forEach(this::hand);
        open.clear();
    }

    /** The memory of the row taken last, or null. */
    MemoryId recent() {
        return recent;
    }

    void take(ImportRow row, int bytes) {
        recent = row.memory();
        refuseMismatch(row);
        Group group = open.get(row.memory());
        if (group != null && !group.takes(row.item(), bytes)) {
            open.remove(row.memory());
            hand(group);
            group = null;
        }
        if (group == null) {
            if (open.size() >= MAX_OPEN) {
                Iterator<Group> first = open.values().iterator();
                Group eldest = first.next();
                first.remove();
                hand(eldest);
            }
            group = row.item().group(row.memory(), infer);
            open.put(row.memory(), group);
        }
        group.add(row.item(), bytes);
    }

    private void hand(Group group) {
        String key = idempotencyKey == null ? null : idempotencyKey + "#" + commands;
        commands++;
        sink.take(group.command(key), group.bytes());
    }

    private void refuseMismatch(ImportRow row) {
        for (float[] vector : row.item().vectors()) {
            int held = dimensionOf.get(row.memory(), memory -> held(memory, vector.length));
            if (vector.length != held) {
                throw new InvalidInputException(
                        "", Dimensions.mismatch("the vector", vector.length, held));
            }
        }
    }

    /** What the memory holds; the first vector gathered decides for one that holds none. */
    private int held(MemoryId memory, int first) {
        int held = dimensions.applyAsInt(memory);
        return held == 0 ? first : held;
    }
}
