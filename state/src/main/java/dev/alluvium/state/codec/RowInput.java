package dev.alluvium.state.codec;

import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.DataInputDeserializer;

/** Reads the fields of a row as {@link RowOutput} wrote them. */
final class RowInput {

    private final DataInputDeserializer in;
    private final int version;

    RowInput(String row, int newest, byte[] bytes) {
        in = new DataInputDeserializer(bytes);
        version = byteValue();
        if (version < 1 || version > newest) {
            throw new IllegalStateException(
                    row
                            + " row has format "
                            + version
                            + ", this program reads 1 to "
                            + newest
                            + "; it was written by a newer release, run that one");
        }
    }

    /** The format the row was written in. */
    int version() {
        return version;
    }

    int byteValue() {
        return read(in::readUnsignedByte);
    }

    boolean flag() {
        return byteValue() != 0;
    }

    double number() {
        return read(in::readDouble);
    }

    long count() {
        return read(
                () -> {
                    long value = 0;
                    for (int shift = 0; ; shift += 7) {
                        int next = in.readUnsignedByte();
                        value |= (long) (next & 0x7F) << shift;
                        if ((next & 0x80) == 0) {
                            return value;
                        }
                    }
                });
    }

    String text() {
        byte[] utf8 = lengthPlusOne();
        return utf8 == null ? null : new String(utf8, StandardCharsets.UTF_8);
    }

    List<String> texts() {
        int size = (int) count();
        if (size == 0) {
            return List.of();
        }
        List<String> texts = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            texts.add(text());
        }
        return texts;
    }

    Instant instant() {
        return flag() ? read(() -> Instant.ofEpochSecond(in.readLong(), in.readInt())) : null;
    }

    Map<String, Object> map() {
        byte[] cbor = lengthPlusOne();
        return cbor == null ? Map.of() : Json.toMap(Json.cbor(cbor));
    }

    float[] vector() {
        int dimension = (int) count();
        if (dimension == 0) {
            return null;
        }
        float[] vector = new float[dimension];
        read(
                () -> {
                    for (int i = 0; i < dimension; i++) {
                        vector[i] = in.readFloat();
                    }
                    return null;
                });
        return vector;
    }

    private byte[] lengthPlusOne() {
        int length = (int) count() - 1;
        if (length < 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        read(
                () -> {
                    in.readFully(bytes);
                    return null;
                });
        return bytes;
    }

    private static <T> T read(Read<T> read) {
        try {
            return read.run();
        } catch (IOException e) {
            throw new UncheckedIOException("a stored row ends before its fields do", e);
        }
    }

    private interface Read<T> {
        T run() throws IOException;
    }
}
