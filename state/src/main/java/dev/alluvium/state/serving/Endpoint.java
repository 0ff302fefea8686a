package dev.alluvium.state.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;

/**
 * Where one subtask of the memory operator answers questions, as it announces itself.
 *
 * @param id of this very announcement: another attempt of the subtask has another
 * @param firstKeyGroup of the groups it owns
 * @param lastKeyGroup of the groups it owns, inclusive
 * @param maxParallelism how many key groups there are
 * @param parallelism how many subtasks share them
 * @param attempt how often the subtask was started before
 * @param wire the format it speaks, {@link dev.alluvium.state.wire.Wire#FORMAT} of its release
 */
public record Endpoint(
        String id,
        String host,
        int port,
        int firstKeyGroup,
        int lastKeyGroup,
        int maxParallelism,
        int parallelism,
        int attempt,
        String wire) {

    private static final int VERSION = 1;

    /** What was spoken before announcements said so. */
    private static final String FIRST_WIRE = "1";

    public Endpoint {
        if (firstKeyGroup < 0 || lastKeyGroup < firstKeyGroup || lastKeyGroup >= maxParallelism) {
            throw new IllegalArgumentException(
                    "key groups "
                            + firstKeyGroup
                            + " to "
                            + lastKeyGroup
                            + " are not among 0 to "
                            + (maxParallelism - 1));
        }
    }

    public boolean owns(int keyGroup) {
        return firstKeyGroup <= keyGroup && keyGroup <= lastKeyGroup;
    }

    public String address() {
        return host.indexOf(':') < 0 ? host + ":" + port : "[" + host + "]:" + port;
    }

    public byte[] encode() {
        ObjectNode json = Json.object();
        json.put("v", VERSION);
        json.put("wire", wire);
        json.put("id", id);
        json.put("host", host);
        json.put("port", port);
        json.put("first_key_group", firstKeyGroup);
        json.put("last_key_group", lastKeyGroup);
        json.put("max_parallelism", maxParallelism);
        json.put("parallelism", parallelism);
        json.put("attempt", attempt);
        return Json.bytes(json);
    }

    /**
     * Reads what {@link #encode} wrote, of this or an older release.
     *
     * @throws IllegalArgumentException if a newer one wrote it otherwise
     */
    public static Endpoint decode(byte[] bytes) {
        JsonNode json = Json.parse(bytes);
        int version = json.path("v").asInt(VERSION);
        if (version > VERSION) {
            throw new IllegalArgumentException(
                    "an endpoint is announced in format %d, and this program reads %d: run the query layer of the job's release"
                            .formatted(version, VERSION));
        }
        return new Endpoint(
                json.path("id").asText(),
                json.path("host").asText(),
                json.path("port").asInt(),
                json.path("first_key_group").asInt(),
                json.path("last_key_group").asInt(),
                json.path("max_parallelism").asInt(),
                json.path("parallelism").asInt(),
                json.path("attempt").asInt(),
                json.path("wire").asText(FIRST_WIRE));
    }
}
