package dev.alluvium.state.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads vectors from JSON, and refuses those that point nowhere. */
final class Vectors {

    private Vectors() {}

    /** Says what is wrong with a vector, and where in it. */
    static final class UnusableException extends Exception {

        private final String place;

        private UnusableException(String place, String message) {
            super(message);
            this.place = place;
        }

        /** The pointer from the vector to what is wrong. */
        String place() {
            return place;
        }
    }

    /** Of a list of numbers, or of the bytes of little-endian 32-bit floats, as base64 or not. */
    static float[] read(JsonNode value) throws UnusableException {
        if (value.isBinary() || value.isTextual()) {
            return floats(value);
        }
        if (!value.isArray() || value.isEmpty()) {
            throw unusable(Fields.describe(value) + " is not a list of numbers");
        }
        float[] vector = new float[value.size()];
        for (int i = 0; i < vector.length; i++) {
            JsonNode element = value.get(i);
            if (!element.isNumber() || !Float.isFinite(element.floatValue())) {
                throw new UnusableException(
                        "/" + i, Fields.describe(element) + " is not a finite number");
            }
            vector[i] = element.floatValue();
        }
        return nonZero(vector);
    }

    /** The vector, if it is a direction. */
    static float[] usable(float[] vector) throws UnusableException {
        if (vector.length == 0) {
            throw unusable("the vector is empty");
        }
        for (float component : vector) {
            if (!Float.isFinite(component)) {
                throw unusable("the vector has a component that is not finite");
            }
        }
        return nonZero(vector);
    }

    private static float[] floats(JsonNode value) throws UnusableException {
        byte[] bytes;
        try {
            bytes = value.binaryValue();
        } catch (IOException e) {
            throw unusable(
                    Fields.describe(value)
                            + " is neither a list of numbers nor base64 of 32-bit floats");
        }
        if (bytes.length == 0 || bytes.length % Float.BYTES != 0) {
            throw unusable(bytes.length + " bytes are not a whole number of 32-bit floats");
        }
        float[] vector = new float[bytes.length / Float.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(vector);
        return usable(vector);
    }

    private static float[] nonZero(float[] vector) throws UnusableException {
        for (float component : vector) {
            if (component != 0) {
                return vector;
            }
        }
        throw unusable("the vector is all zeros; leave it out to have the content embedded");
    }

    private static UnusableException unusable(String message) {
        return new UnusableException("", message);
    }
}
