package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.json.Json;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Iterator;

/** Lines as a stream that is made while it is read, so that no body has to fit the heap. */
final class Lines extends InputStream {

    private final Iterator<byte[]> lines;
    private byte[] line = new byte[0];
    private int at;

    Lines(Iterator<byte[]> lines) {
        this.lines = lines;
    }

    static byte[] ended(JsonNode json) {
        byte[] bytes = Json.bytes(json);
        byte[] line = Arrays.copyOf(bytes, bytes.length + 1);
        line[bytes.length] = '\n';
        return line;
    }

    @Override
    public int read() {
        return isAtEnd() ? -1 : line[at++] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
        int filled = 0;
        while (filled < length && !isAtEnd()) {
            int part = Math.min(length - filled, line.length - at);
            System.arraycopy(line, at, buffer, offset + filled, part);
            at += part;
            filled += part;
        }
        return filled == 0 && length > 0 ? -1 : filled;
    }

    private boolean isAtEnd() {
        while (at == line.length) {
            if (!lines.hasNext()) {
                return true;
            }
            line = lines.next();
            at = 0;
        }
        return false;
    }
}
