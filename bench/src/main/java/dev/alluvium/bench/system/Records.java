package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.micro.TextLikeVectors;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Records with vectors as an embedding model spreads them. A known share of later ones are planted
 * near-duplicates of earlier ones: a vector just over the default threshold, and one plain word
 * more, which no rule of text tells apart and which keeps the text from being the same.
 */
public final class Records {

    private static final int CHARACTERS = 120;
    private static final int REMEMBERED = 2_000;

    /** Calibrated this is above the default threshold of 0.98 (raw 0.996) of e5-small-v2. */
    private static final double PLANTED_COSINE = 0.9975;

    private static final float[] ZERO = new float[TextLikeVectors.DIMENSION];

    private final String user;
    private final Sentences sentences;
    private final TextLikeVectors vectors;
    private final Random random;
    private final List<Draft> originals = new ArrayList<>();
    private int made;
    private int planted;

    private record Draft(String content, float[] vector) {}

    public Records(String user, long seed) {
        this.user = user;
        sentences = new Sentences(seed);
        vectors = new TextLikeVectors(seed);
        random = new Random(seed + 1);
    }

    /** How many planted near-duplicates were made. */
    int planted() {
        return planted;
    }

    /** An import line of a new record. */
    public byte[] line() {
        return line(fresh(), false);
    }

    /** An import line; one in a hundred is a planted near-duplicate. */
    byte[] lineOrDuplicate(boolean vectorAsArray) {
        return line(made % 100 == 50 ? duplicate() : fresh(), vectorAsArray);
    }

    /** A body of one new record for the records route. */
    ObjectNode single() {
        ObjectNode json = Json.object();
        json.putArray("records").add(record(fresh(), false));
        return json;
    }

    private byte[] line(Draft draft, boolean vectorAsArray) {
        ObjectNode line = Json.object().put("app", "bench").put("user", user);
        line.set("record", record(draft, vectorAsArray));
        return Lines.ended(line);
    }

    private static ObjectNode record(Draft draft, boolean vectorAsArray) {
        ObjectNode record = Json.object().put("content", draft.content()).put("scope", "/bench");
        if (vectorAsArray) {
            var array = record.putArray("vector");
            for (float component : draft.vector()) {
                array.add(component);
            }
        } else {
            RecordJson.putVector(record, "vector", draft.vector());
        }
        return record;
    }

    private Draft fresh() {
        Draft draft = new Draft(sentences.next(CHARACTERS), vectors.next());
        if (originals.size() < REMEMBERED) {
            originals.add(draft);
        } else {
            originals.set(random.nextInt(REMEMBERED), draft);
        }
        made++;
        return draft;
    }

    private Draft duplicate() {
        Draft original = originals.remove(random.nextInt(originals.size()));
        made++;
        planted++;
        String content = original.content();
        return new Draft(
                content.substring(0, content.length() - 1) + " indeed.",
                vectors.near(original.vector(), ZERO, PLANTED_COSINE));
    }
}
