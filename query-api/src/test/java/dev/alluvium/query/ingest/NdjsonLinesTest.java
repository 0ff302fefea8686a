package dev.alluvium.query.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NdjsonLinesTest {

    @Test
    void linesAreTheSameHoweverTheStreamIsCut() throws IOException {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 20; round++) {
            List<String> expected = new ArrayList<>();
            int count = random.nextInt(1, 40);
            for (int i = 0; i < count; i++) {
                // Some lines longer than the first buffer, so that it moves and grows.
                int length = random.nextInt(8) == 0 ? random.nextInt(400_000) : random.nextInt(50);
                expected.add(Character.toString('a' + i % 26).repeat(length) + "é" + i);
            }
            String text = String.join("\n", expected) + (random.nextBoolean() ? "\n" : "");

            NdjsonLines lines = new NdjsonLines(trickling(text, random.split()));

            List<String> read = new ArrayList<>();
            while (lines.next()) {
                read.add(text(lines));
                assertThat(lines.number()).as("seed %d", seed).isEqualTo(read.size());
            }
            assertThat(read).as("seed %d", seed).isEqualTo(expected);
        }
    }

    @Test
    void aLineTooLongIsSkippedWholeEvenAtTheEnd() throws IOException {
        String huge = "x".repeat(NdjsonLines.MAX_LINE_BYTES * 2);

        NdjsonLines lines =
                new NdjsonLines(trickling("a\n" + huge + "\nb\n" + huge, new SplittableRandom(1)));

        assertThat(lines.next()).isTrue();
        assertThat(text(lines)).isEqualTo("a");
        assertThat(lines.next()).isTrue();
        assertThat(lines.tooLong()).isTrue();
        assertThat(lines.next()).isTrue();
        assertThat(lines.tooLong()).isFalse();
        assertThat(text(lines)).isEqualTo("b");
        assertThat(lines.next()).isTrue();
        assertThat(lines.tooLong()).isTrue();
        assertThat(lines.number()).isEqualTo(4);
        assertThat(lines.next()).isFalse();
    }

    @Test
    void blankLinesAreLinesAndAnEmptyStreamHasNone() throws IOException {
        NdjsonLines lines = new NdjsonLines(trickling(" \r\n\n{}", new SplittableRandom(1)));

        assertThat(lines.next()).isTrue();
        assertThat(lines.blank()).isTrue();
        assertThat(lines.next()).isTrue();
        assertThat(lines.blank()).isTrue();
        assertThat(lines.next()).isTrue();
        assertThat(lines.blank()).isFalse();
        assertThat(lines.next()).isFalse();
        assertThat(new NdjsonLines(new ByteArrayInputStream(new byte[0])).next()).isFalse();
    }

    private static String text(NdjsonLines lines) {
        return new String(lines.buffer(), lines.start(), lines.length(), StandardCharsets.UTF_8);
    }

    /** A stream that gives as little at a time as it likes. */
    private static InputStream trickling(String text, SplittableRandom random) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] bytes, int offset, int length) {
                return super.read(bytes, offset, Math.min(length, random.nextInt(1, 100_000)));
            }
        };
    }
}
