package dev.alluvium.query.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream of bytes into lines without copying them: each is a range of a buffer that the next
 * one overwrites. A line over the limit is skipped to its end, so that memory stays bounded.
 */
final class NdjsonLines {

    /** The longest line, in bytes: the largest content escaped, with metadata and a vector. */
    static final int MAX_LINE_BYTES = 4 * 1024 * 1024;

    private static final int FIRST_BUFFER = 256 * 1024;

    private final InputStream in;
    private byte[] buffer = new byte[FIRST_BUFFER];
    private int start;
    private int length;
    private int next;
    private int filled;
    private long number;
    private boolean ended;
    private boolean tooLong;

    NdjsonLines(InputStream in) {
        this.in = in;
    }

    /** Goes to the next line; false at the end. */
    boolean next() throws IOException {
        tooLong = false;
        start = next;
        for (int scan = start; ; ) {
            int newline = indexOfNewline(scan);
            if (newline >= 0) {
                return line(newline, newline + 1);
            }
            scan = filled;
            if (ended) {
                return (filled > start || tooLong) && line(filled, filled);
            }
            if (filled - start > MAX_LINE_BYTES) {
                tooLong = true;
                start = 0;
                filled = 0;
                scan = 0;
            }
            scan -= makeRoom();
            fill();
        }
    }

    byte[] buffer() {
        return buffer;
    }

    int start() {
        return start;
    }

    int length() {
        return length;
    }

    /** The number of the line, from 1. */
    long number() {
        return number;
    }

    /** Whether the line was too long to be kept. */
    boolean tooLong() {
        return tooLong;
    }

    boolean blank() {
        for (int i = start; i < start + length; i++) {
            if (buffer[i] != ' ' && buffer[i] != '\r' && buffer[i] != '\t') {
                return false;
            }
        }
        return true;
    }

    private boolean line(int end, int following) {
        length = tooLong ? 0 : end - start;
        next = following;
        number++;
        return true;
    }

    private int indexOfNewline(int from) {
        for (int i = from; i < filled; i++) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** Moves the line begun to the front, or takes a larger buffer; returns how far it moved. */
    private int makeRoom() {
        if (filled < buffer.length) {
            return 0;
        }
        int moved = start;
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, filled - start);
            filled -= start;
            start = 0;
        } else {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        return moved;
    }

    private void fill() throws IOException {
        int read = in.read(buffer, filled, buffer.length - filled);
        if (read < 0) {
            ended = true;
        } else {
            filled += read;
        }
    }
}
