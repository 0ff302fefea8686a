package dev.alluvium.state.episode;

import dev.alluvium.state.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;

/**
 * The texts of turns as bytes in large pages, since a million strings would cost more than what
 * they say. One thread appends; a row once written never changes.
 */
final class TurnRows {

    private static final int FIRST_PAGE = 4 * 1024;
    private static final int LARGEST_PAGE = 1024 * 1024;
    private static final int MAX_FIXED_BYTES = 40;

    private volatile byte[][] pages = {};
    private int page = -1;
    private int position;
    private long bytes;

    /** Appends a turn, without session and author, and answers where it stands. */
    long append(Turn turn) {
        byte[] id = turn.id().getBytes(StandardCharsets.UTF_8);
        byte[] content = turn.content().getBytes(StandardCharsets.UTF_8);
        byte[] metadata =
                turn.metadata().isEmpty()
                        ? new byte[0]
                        : Json.cbor(Json.CBOR.valueToTree(turn.metadata()));
        byte[] target = room(MAX_FIXED_BYTES + id.length + content.length + metadata.length);
        long address = (long) page << 32 | position;
        putText(target, id);
        putText(target, content);
        putText(target, metadata);
        putInstant(target, turn.at());
        putInstant(target, turn.knownFrom());
        return address;
    }

    Turn read(long address, String session, String author) {
        Cursor row = new Cursor(address);
        String id = row.text();
        String content = row.text();
        Map<String, Object> metadata = row.metadata();
        Instant at = row.instant();
        return new Turn(id, session, author, content, at, metadata, row.instant());
    }

    String id(long address) {
        return new Cursor(address).text();
    }

    long bytes() {
        return bytes;
    }

    private byte[] room(int needed) {
        if (page < 0 || pages[page].length - position < needed) {
            int size = (int) Math.max(FIRST_PAGE, Math.min(LARGEST_PAGE, bytes / 2));
            byte[][] more = Arrays.copyOf(pages, page + 2);
            more[++page] = new byte[Math.max(size, needed)];
            pages = more;
            bytes += more[page].length;
            position = 0;
        }
        return pages[page];
    }

    private void putText(byte[] target, byte[] text) {
        putNumber(target, text.length);
        System.arraycopy(text, 0, target, position, text.length);
        position += text.length;
    }

    private void putInstant(byte[] target, Instant instant) {
        long seconds = instant.getEpochSecond();
        putNumber(target, seconds << 1 ^ seconds >> 63);
        putNumber(target, instant.getNano());
    }

    private void putNumber(byte[] target, long number) {
        long left = number;
        while ((left & ~0x7fL) != 0) {
            target[position++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        target[position++] = (byte) left;
    }

    private final class Cursor {

        private final byte[] source;
        private int at;

        Cursor(long address) {
            source = pages[(int) (address >>> 32)];
            at = (int) address;
        }

        String text() {
            int length = (int) number();
            at += length;
            return new String(source, at - length, length, StandardCharsets.UTF_8);
        }

        Map<String, Object> metadata() {
            int length = (int) number();
            at += length;
            return length == 0
                    ? Map.of()
                    : Json.toMap(Json.cbor(Arrays.copyOfRange(source, at - length, at)));
        }

        Instant instant() {
            long seconds = number();
            return Instant.ofEpochSecond(seconds >>> 1 ^ -(seconds & 1), number());
        }

        private long number() {
            long number = 0;
            for (int shift = 0; ; shift += 7) {
                long next = source[at++];
                number |= (next & 0x7f) << shift;
                if (next >= 0) {
                    return number;
                }
            }
        }
    }
}
