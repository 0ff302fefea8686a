package dev.alluvium.cli.backfill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.cli.backfill.Importer.Acknowledged;
import dev.alluvium.state.json.Json;

/**
 * How much of a source the server has acknowledged.
 *
 * @param head hash of the source's beginning
 * @param memory of lines that name none, as app/user, or null
 * @param kind of lines that name none, or null
 * @param line number of the last acknowledged line; 0 before the first
 * @param lineStart where that line begins, in bytes of the unpacked source
 * @param lineHash of that line
 * @param rejectedBytes length of the file of rejected lines
 * @param done whether the source has ended
 */
record Checkpoint(
        String head,
        String memory,
        Kind kind,
        long line,
        long lineStart,
        String lineHash,
        long accepted,
        long rejected,
        long rejectedBytes,
        boolean done) {

    private static final int VERSION = 1;

    static Checkpoint start(String head, String memory, Kind kind) {
        return new Checkpoint(head, memory, kind, 0, 0, null, 0, 0, 0, false);
    }

    /** After the server has acknowledged a chunk and its rejected lines are written. */
    Checkpoint after(Chunk chunk, Acknowledged acknowledged, long rejectedLength) {
        return new Checkpoint(
                head,
                memory,
                chunk.kind(),
                chunk.last().number(),
                chunk.last().start(),
                Hashes.hex(chunk.last().bytes()),
                accepted + acknowledged.accepted(),
                rejected + acknowledged.rejections().size(),
                rejectedLength,
                false);
    }

    Checkpoint finished() {
        return new Checkpoint(
                head,
                memory,
                kind,
                line,
                lineStart,
                lineHash,
                accepted,
                rejected,
                rejectedBytes,
                true);
    }

    byte[] toJson() {
        ObjectNode json = Json.object();
        json.put("v", VERSION).put("head", head).put("memory", memory);
        json.put("kind", kind == null ? null : kind.name());
        json.put("line", line).put("line_start", lineStart).put("line_hash", lineHash);
        json.put("accepted", accepted).put("rejected", rejected);
        json.put("rejected_bytes", rejectedBytes).put("done", done);
        return Json.bytes(json);
    }

    static Checkpoint ofJson(byte[] bytes) {
        JsonNode json = Json.parse(bytes);
        if (json.path("v").asInt() != VERSION || !json.path("head").isTextual()) {
            throw new IllegalArgumentException("not a progress file of version " + VERSION);
        }
        String kind = json.path("kind").textValue();
        return new Checkpoint(
                json.path("head").asText(),
                json.path("memory").textValue(),
                kind == null ? null : Kind.valueOf(kind),
                json.path("line").asLong(),
                json.path("line_start").asLong(),
                json.path("line_hash").textValue(),
                json.path("accepted").asLong(),
                json.path("rejected").asLong(),
                json.path("rejected_bytes").asLong(),
                json.path("done").asBoolean());
    }
}
