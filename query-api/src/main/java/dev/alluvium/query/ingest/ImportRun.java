package dev.alluvium.query.ingest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.alluvium.query.log.CommandLog;
import dev.alluvium.query.read.Barriers;
import dev.alluvium.query.read.Dimensions;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One import: reads rows, gathers those of one memory into commands, appends them. Bounded in
 * memory whatever the stream's size; a bad row is counted and the rest goes on. The rows of a
 * memory keep their order. Used by one thread.
 */
public final class ImportRun {

    /** Memories gathered for at once; beyond, the one begun first is appended. */
    private static final int MAX_OPEN = 64;

    /** Memories whose application is still to be waited for, at most. */
    private static final int MAX_TOUCHED = 100_000;

    private final String idempotencyKey;
    private final Dimensions dimensions;
    private final AppliedWait applied;
    private final Appends appends;
    private final Rejections rejections = new Rejections();
    private final Map<MemoryId, Group> open = new LinkedHashMap<>();
    private final Cache<MemoryId, Integer> dimensionOf =
            Caffeine.newBuilder().maximumSize(10_000).build();
    private MemoryId recent;
    private long accepted;
    private long commands;

    /**
     * @param idempotencyKey makes a repeat of the same stream a no-op, or null
     * @param applied waits until the rows are applied, or null if nobody wants to
     */
    public ImportRun(
            String idempotencyKey,
            CommandLog log,
            Barriers barriers,
            Dimensions dimensions,
            AppliedWait applied) {
        this.idempotencyKey = idempotencyKey;
        this.dimensions = dimensions;
        this.applied = applied;
        appends = new Appends(log, barriers);
    }

    /** Waits until each memory has applied its position, or throws. */
    @FunctionalInterface
    public interface AppliedWait {
        void until(Map<MemoryId, Position> positions);
    }

    /** Reads the rows to their end; what that threw is thrown after what was read is appended. */
    void read(ImportRows rows) throws IOException {
        try {
            while (rows.next()) {
                take(rows);
            }
        } finally {
            flushAll();
        }
        if (applied != null) {
            applied.until(appends.takeTouched());
        }
    }

    /** Rows taken so far. */
    public long accepted() {
        return accepted;
    }

    /** The position acknowledged last, or null. */
    public Position position() {
        return appends.latest();
    }

    public ObjectNode result() {
        ObjectNode json = Json.object();
        json.put("accepted", accepted);
        rejections.write(json);
        json.put("position", appends.latest() == null ? null : appends.latest().toString());
        ObjectNode positions = json.putObject("positions");
        appends.byPartition().forEach((p, at) -> positions.put(p.toString(), at.toString()));
        return json;
    }

    private void take(ImportRows rows) {
        ImportRow row;
        try {
            row = rows.read(recent);
        } catch (InvalidInputException e) {
            rejections.add(rows.number(), e.getMessage());
            return;
        }
        recent = row.memory();
        String mismatch = mismatch(row);
        if (mismatch != null) {
            rejections.add(rows.number(), mismatch);
            return;
        }
        gather(row, rows.bytes());
        accepted++;
    }

    private void gather(ImportRow row, int bytes) {
        Group group = open.get(row.memory());
        if (group != null && !group.takes(row.item(), bytes)) {
            open.remove(row.memory());
            flush(group);
            group = null;
        }
        if (group == null) {
            if (open.size() >= MAX_OPEN) {
                Iterator<Group> first = open.values().iterator();
                Group eldest = first.next();
                first.remove();
                flush(eldest);
            }
            group = row.item().group(row.memory());
            open.put(row.memory(), group);
        }
        group.add(row.item(), bytes);
    }

    private void flush(Group group) {
        String key = idempotencyKey == null ? null : idempotencyKey + "#" + commands;
        commands++;
        appends.append(group.command(key), group.bytes());
        if (applied != null && appends.touched() > MAX_TOUCHED) {
            appends.await();
            applied.until(appends.takeTouched());
        }
    }

    private void flushAll() {
        open.values().forEach(this::flush);
        open.clear();
        appends.await();
    }

    /** Why a row's vector does not fit its memory, or null. */
    private String mismatch(ImportRow row) {
        for (float[] vector : row.item().vectors()) {
            int held = dimensionOf.get(row.memory(), m -> held(m, vector.length));
            if (vector.length != held) {
                return Dimensions.mismatch("the vector", vector.length, held);
            }
        }
        return null;
    }

    /** What the memory holds; the first vector of this import decides for one that holds none. */
    private int held(MemoryId memory, int first) {
        int held = dimensions.held(memory);
        return held == 0 ? first : held;
    }
}
