package dev.alluvium.state.codec;

import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Writes the fields of a row: a version first, then each field in the order that version has. */
final class RowOutput {

    private final DataOutputSerializer out;

    RowOutput(int version, int initialBytes) {
        out = new DataOutputSerializer(initialBytes);
        byteValue(version);
    }

    byte[] bytes() {
        return out.getCopyOfBuffer();
    }

    void byteValue(int value) {
        write(() -> out.writeByte(value));
    }

    void flag(boolean value) {
        byteValue(value ? 1 : 0);
    }

    void number(double value) {
        write(() -> out.writeDouble(value));
    }

    /** A whole number in 1 to 9 bytes: small ones, lengths and counts, are the common ones. */
    void count(long value) {
        write(
                () -> {
                    long rest = value;
                    while ((rest & ~0x7FL) != 0) {
                        out.writeByte((int) (rest & 0x7F | 0x80));
                        rest >>>= 7;
                    }
                    out.writeByte((int) rest);
                });
    }

    void text(String value) {
        if (value == null) {
            count(0);
            return;
        }
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        count(utf8.length + 1L);
        write(() -> out.write(utf8));
    }

    void texts(List<String> values) {
        count(values.size());
        values.forEach(this::text);
    }

    void instant(Instant value) {
        flag(value != null);
        if (value != null) {
            write(
                    () -> {
                        out.writeLong(value.getEpochSecond());
                        out.writeInt(value.getNano());
                    });
        }
    }

    void map(Map<String, Object> value) {
        if (value.isEmpty()) {
            count(0);
            return;
        }
        byte[] cbor = Json.cbor(Json.MAPPER.valueToTree(value));
        count(cbor.length + 1L);
        write(() -> out.write(cbor));
    }

    void vector(float[] value) {
        if (value == null) {
            count(0);
            return;
        }
        count(value.length);
        write(
                () -> {
                    for (float component : value) {
                        out.writeFloat(component);
                    }
                });
    }

    private static void write(Write write) {
        try {
            write.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Write {
        void run() throws IOException;
    }
}
