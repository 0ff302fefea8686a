package dev.alluvium.models.embedding;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.vector.CosineCalibration;
import dev.alluvium.state.vector.CosineCalibration.Knot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a provider's JSON object says, each value with its type and range. Quotes no value. */
final class EmbedderConfig {

    /** What every provider takes. */
    static final List<String> COMMON =
            List.of("dimension", "batch_size", "timeout", "retries", "calibration");

    private static final int MAX_DIMENSION = 65_536;

    private final String provider;
    private final ObjectNode values;

    private EmbedderConfig(String provider, ObjectNode values) {
        this.provider = provider;
        this.values = values;
    }

    /**
     * @throws IllegalArgumentException if it is no JSON object; empty text is one without values
     */
    static EmbedderConfig parse(String provider, String json) {
        try {
            if (json.isEmpty()) {
                return new EmbedderConfig(provider, Json.object());
            }
            if (Json.MAPPER.readTree(json) instanceof ObjectNode object) {
                return new EmbedderConfig(provider, object);
            }
        } catch (JsonProcessingException e) {
            // What it quotes may be a key.
            throw new IllegalArgumentException(notAnObject(provider));
        }
        throw new IllegalArgumentException(notAnObject(provider));
    }

    private static String notAnObject(String provider) {
        return "embedder_config of "
                + provider
                + " is not a JSON object: give one such as {\"model_name\": \"…\"}";
    }

    /** Refuses what is neither among these nor what every provider takes. */
    void allow(List<String> names) {
        Set<String> known = new TreeSet<>(names);
        known.addAll(COMMON);
        values.fieldNames()
                .forEachRemaining(
                        name -> {
                            if (!known.contains(name)) {
                                throw new IllegalArgumentException(
                                        "embedder_config of %s has \"%s\", which it does not know; known are: %s"
                                                .formatted(
                                                        provider, name, String.join(", ", known)));
                            }
                        });
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    boolean has(String name) {
        return !values.path(name).isMissingNode() && !values.path(name).isNull();
    }

    /** The text of this name, or the other if there is none. */
    String text(String name, String otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        JsonNode value = values.get(name);
        if (!value.isTextual() || value.textValue().isBlank()) {
            throw wrong(name, "a text");
        }
        return value.textValue().strip();
    }

    /** The text of this name as it is, spaces at its ends too; empty if there is none. */
    String prefix(String name) {
        if (!has(name)) {
            return "";
        }
        if (!values.get(name).isTextual()) {
            throw wrong(name, "a text");
        }
        return values.get(name).textValue();
    }

    /**
     * @throws IllegalArgumentException if there is none
     */
    String text(String name) {
        String text = text(name, null);
        if (text == null) {
            throw new IllegalArgumentException(
                    "embedder_config of " + provider + " has no " + name + ", which it needs");
        }
        return text;
    }

    /** The length of vectors that is asked for; 0 if none is. */
    int dimension() {
        return whole("dimension", 0, 1, MAX_DIMENSION);
    }

    int batchSize(int otherwise, int most) {
        return whole("batch_size", otherwise, 1, most);
    }

    int retries() {
        return whole("retries", 3, 0, 20);
    }

    /** Of one call, with all that is tried again; given in seconds. */
    Duration timeout() {
        if (!has("timeout")) {
            return Duration.ofSeconds(60);
        }
        JsonNode value = values.get("timeout");
        if (!value.isNumber() || !(value.doubleValue() > 0 && value.doubleValue() <= 3_600)) {
            throw wrong("timeout", "seconds in (0, 3600]");
        }
        return Duration.ofMillis(Math.max(1, Math.round(value.doubleValue() * 1_000)));
    }

    /** What the model's cosines mean; as they are, unless corners are given. */
    CosineCalibration calibration(String model) {
        if (!has("calibration")) {
            return CosineCalibration.identity();
        }
        List<Knot> knots = new ArrayList<>();
        for (JsonNode knot : values.get("calibration")) {
            if (knot.size() != 2 || !knot.path(0).isNumber() || !knot.path(1).isNumber()) {
                throw wrong(
                        "calibration",
                        "pairs of a raw and a calibrated cosine, from [-1,-1] to [1,1]");
            }
            knots.add(new Knot(knot.get(0).doubleValue(), knot.get(1).doubleValue()));
        }
        return new CosineCalibration(
                model + "/given-" + Integer.toHexString(knots.hashCode()), knots);
    }

    private int whole(String name, int otherwise, int least, int most) {
        if (!has(name)) {
            return otherwise;
        }
        JsonNode value = values.get(name);
        if (!value.isInt() || value.intValue() < least || value.intValue() > most) {
            throw wrong(name, "a whole number in [" + least + ", " + most + "]");
        }
        return value.intValue();
    }

    private IllegalArgumentException wrong(String name, String rule) {
        return new IllegalArgumentException(
                name + " in embedder_config of " + provider + " is not " + rule);
    }
}
