package dev.alluvium.cli.backfill;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.util.Locale;

/**
 * One line of a source, as it stands there.
 *
 * @param number from 1
 * @param start where it begins in the (unpacked) source, in bytes; 0 where the source has no bytes
 *     of its own
 * @param bytes its text without line end and byte order mark; of a line that is too long, its
 *     beginning
 * @param tooLong how many bytes it has, if that is more than a line may have; else 0
 * @param refusal why it can be none already, or null
 */
record Line(long number, long start, byte[] bytes, long tooLong, String refusal) {

    Line(long number, long start, byte[] bytes, long tooLong) {
        this(number, start, bytes, tooLong, null);
    }

    boolean isBlank() {
        for (byte b : bytes) {
            if (b != ' ' && b != '\t') {
                return false;
            }
        }
        return true;
    }

    /** The object that it is. */
    ObjectNode object() throws RefusedLineException {
        if (refusal != null) {
            throw new RefusedLineException(refusal);
        }
        if (tooLong > 0) {
            throw new RefusedLineException(
                    "the line has "
                            + tooLong
                            + " bytes; at most "
                            + JsonLines.MAX_LINE_BYTES
                            + " are allowed");
        }
        JsonNode node;
        try {
            node = Json.MAPPER.readTree(bytes);
        } catch (JsonProcessingException e) {
            String place =
                    e.getLocation() == null ? "" : " at column " + e.getLocation().getColumnNr();
            throw new RefusedLineException(
                    "malformed JSON" + place + ": " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new RefusedLineException("not UTF-8: " + e.getMessage());
        }
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw new RefusedLineException(
                "a line is a JSON object, this is of type "
                        + node.getNodeType().name().toLowerCase(Locale.ROOT));
    }
}
