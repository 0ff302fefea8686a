package dev.alluvium.models.embedding;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.models.provider.Call;
import dev.alluvium.models.provider.Deadline;
import java.util.ArrayList;
import java.util.List;

/**
 * How a provider is asked for vectors, and where they stand in its reply.
 *
 * <p>These are written out rather than taken from LangChain4j's modules: those know no purpose of a
 * text and no order of a reply, and for some providers bring a whole SDK with an HTTP stack of its
 * own, where our deadlines, retries and the hiding of keys would not reach.
 */
interface EmbeddingWire {

    Call call(EmbeddingLine line, List<String> texts, Purpose purpose, Deadline deadline);

    /** The arrays of numbers in the reply, in the order of the texts. */
    List<JsonNode> vectors(JsonNode reply);

    /** The server's place, where it was given with more than that. */
    default String place(String url) {
        return url;
    }

    /** What this model takes in a call, of what its provider's usually do. */
    default BatchLimits limits(String model, BatchLimits usual) {
        return usual;
    }

    /** All elements of an array. */
    static List<JsonNode> elements(JsonNode array) {
        List<JsonNode> elements = new ArrayList<>(array.size());
        array.forEach(elements::add);
        return elements;
    }
}
