package dev.alluvium.state.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.OutcomeJson;
import dev.alluvium.state.serving.PositionNotReachedException;
import dev.alluvium.state.serving.StateUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The contract between those who ask and the owners of memories, over HTTP: paths, headers,
 * statuses and the bodies that are not questions.
 *
 * <table>
 *   <caption>Statuses of an owner</caption>
 *   <tr><td>200</td><td>an answer</td></tr>
 *   <tr><td>400</td><td>the question is refused; the text says why</td></tr>
 *   <tr><td>401</td><td>the secret is wrong</td></tr>
 *   <tr><td>421</td><td>the memory is not owned here; look up its owner again</td></tr>
 *   <tr><td>426</td><td>the format is of another release</td></tr>
 *   <tr><td>429</td><td>too many questions are waiting here</td></tr>
 *   <tr><td>503</td><td>the owner is starting, stopping or loading the memory; ask again</td></tr>
 *   <tr><td>504</td><td>the position was not reached within the deadline</td></tr>
 * </table>
 */
public final class Wire {

    /** The format both sides must speak. */
    public static final String FORMAT = "2";

    public static final String FORMAT_HEADER = "Alluvium-Wire";

    /** Carries {@code Bearer} and the secret that the processes of one system share. */
    public static final String SECRET_HEADER = "Authorization";

    public static final String ASK = "/ask";
    public static final String OUTCOME = "/outcome";
    public static final String MEMORIES = "/memories";

    /** Asks nothing but whether somebody answers. */
    public static final String ALIVE = "/alive";

    public static final int STRANGER = 401;
    public static final int MOVED = 421;
    public static final int OTHER_RELEASE = 426;
    public static final int TOO_MANY = 429;
    public static final int UNAVAILABLE = 503;
    public static final int LATE = 504;

    private Wire() {}

    /** The status that says the same as a failure. */
    public static int status(Throwable failure) {
        if (failure instanceof StateUnavailableException) {
            return UNAVAILABLE;
        }
        if (failure instanceof PositionNotReachedException) {
            return LATE;
        }
        return failure instanceof IllegalArgumentException ? 400 : 500;
    }

    /** An outcome, or null where it was too long ago. */
    public static byte[] outcome(CommandOutcome outcome) {
        return bytes(outcome == null ? WireMapper.CBOR.nullNode() : OutcomeJson.write(outcome));
    }

    public static CommandOutcome outcome(byte[] bytes) {
        JsonNode node = read(bytes);
        return node.isNull() ? null : OutcomeJson.read(node);
    }

    public static byte[] memories(List<MemoryId> memories) {
        return bytes(WireMapper.CBOR.valueToTree(memories.stream().map(MemoryId::key).toList()));
    }

    public static List<MemoryId> memories(byte[] bytes) {
        List<MemoryId> memories = new ArrayList<>();
        read(bytes).forEach(key -> memories.add(MemoryId.ofKey(key.asText())));
        return memories;
    }

    static Position position(JsonNode node) {
        return node == null || node.isNull() ? null : Position.parse(node.asText());
    }

    static byte[] bytes(JsonNode node) {
        try {
            return WireMapper.CBOR.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode read(byte[] bytes) {
        try {
            return WireMapper.CBOR.readTree(bytes);
        } catch (IOException e) {
            throw new IllegalArgumentException("the bytes are of another release or program", e);
        }
    }
}
