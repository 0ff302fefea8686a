package dev.alluvium.query.ingest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.log.CommandLog;
import dev.alluvium.query.read.Barriers;
import dev.alluvium.query.read.Dimensions;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.util.Map;

/**
 * One import: reads rows, gathers those of one memory into commands, appends them. Bounded in
 * memory whatever the stream's size; a bad row is counted and the rest goes on. The rows of a
 * memory keep their order. Used by one thread.
 */
public final class ImportRun {

    /** Memories whose application is still to be waited for, at most. */
    private static final int MAX_TOUCHED = 100_000;

    private final AppliedWait applied;
    private final Appends appends;
    private final Rejections rejections = new Rejections();
    private final Gathering gathering;
    private long accepted;

    /**
     * @param idempotencyKey makes a repeat of the same stream a no-op, or null
     * @param infer whether a language model decides what records leave open
     * @param applied waits until the rows are applied, or null if nobody wants to
     */
    public ImportRun(
            String idempotencyKey,
            boolean infer,
            CommandLog log,
            Barriers barriers,
            Dimensions dimensions,
            AppliedWait applied) {
        this.applied = applied;
        appends = new Appends(log, barriers);
        gathering = new Gathering(idempotencyKey, infer, dimensions::held, this::append);
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
        try {
            gathering.take(rows.read(gathering.recent()), rows.bytes());
            accepted++;
        } catch (InvalidInputException e) {
            rejections.add(rows.number(), e.getMessage());
        }
    }

    private void append(Command command, int bytes) {
        appends.append(command, bytes);
        if (applied != null && appends.touched() > MAX_TOUCHED) {
            appends.await();
            applied.until(appends.takeTouched());
        }
    }

    private void flushAll() {
        gathering.end();
        appends.await();
    }
}
