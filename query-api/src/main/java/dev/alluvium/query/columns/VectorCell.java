package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.POJONode;
import dev.alluvium.state.json.InvalidInputException;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Objects;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedWidthVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.FloatingPointVector;

/** Vectors: copied once, from the batch into an array that nobody needs to read again. */
final class VectorCell extends Cell {

    private final String name;
    private final Spans spans;
    private final FloatingPointVector components;
    private FloatBuffer floats;
    private int held;
    private boolean hasNulls;

    private VectorCell(String name, Spans spans, FloatingPointVector components) {
        this.name = name;
        this.spans = spans;
        this.components = components;
    }

    static Optional<Cell> of(FieldVector vector) {
        return Spans.of(vector)
                .filter(spans -> spans.elements() instanceof FloatingPointVector)
                .map(
                        spans ->
                                new VectorCell(
                                        vector.getName(),
                                        spans,
                                        (FloatingPointVector) spans.elements()));
    }

    @Override
    void loaded() {
        hasNulls = components.getNullCount() > 0;
        ArrowBuf data = components.getDataBuffer();
        // What the batch says it has is not believed beyond what is there.
        int width = ((FixedWidthVector) components).getTypeWidth();
        held = (int) Math.min(components.getValueCount(), data.capacity() / width);
        floats =
                components instanceof Float4Vector
                        ? data.nioBuffer(0, held * Float.BYTES)
                                .order(ByteOrder.LITTLE_ENDIAN)
                                .asFloatBuffer()
                        : null;
    }

    @Override
    JsonNode at(int row) {
        if (spans.isNull(row)) {
            return null;
        }
        int start = spans.start(row);
        int end = spans.end(row);
        Objects.checkFromToIndex(start, end, held);
        float[] vector = new float[end - start];
        if (hasNulls) {
            refuseNulls(start, vector.length);
        }
        if (floats != null) {
            floats.get(start, vector);
        } else {
            for (int i = 0; i < vector.length; i++) {
                vector[i] = (float) components.getValueAsDouble(start + i);
            }
        }
        return new POJONode(vector);
    }

    private void refuseNulls(int start, int length) {
        for (int i = 0; i < length; i++) {
            if (components.isNull(start + i)) {
                throw new InvalidInputException(
                        "/" + name + "/" + i, "a component of the vector is null");
            }
        }
    }
}
