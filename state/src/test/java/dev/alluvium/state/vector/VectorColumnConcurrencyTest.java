package dev.alluvium.state.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class VectorColumnConcurrencyTest {
    private static final int DIMENSION = 48;
    private static final int ROWS = 20_000;

    /** What a view is to a reader: a count of rows, published by a volatile write. */
    private volatile int published;

    @Test
    void readersBoundedByAPublishedCountSeeEveryRowWhole() throws Exception {
        VectorColumn column = new VectorColumn(DIMENSION);
        float[][] vectors = new float[64][];
        float[] asked = Vectors.random(new Random(1), DIMENSION);
        float[] expected = new float[vectors.length];
        VectorColumn reference = new VectorColumn(DIMENSION);
        for (int i = 0; i < vectors.length; i++) {
            vectors[i] = Vectors.random(new Random(100 + i), DIMENSION);
            reference.set(i, vectors[i]);
        }
        reference.scores(reference.query(asked), 0, vectors.length, expected);

        ExecutorService readers = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> scans = new ArrayList<>();
            for (int reader = 0; reader < 2; reader++) {
                scans.add(readers.submit(() -> scanUntilFull(column, asked, expected)));
            }
            for (int row = 0; row < ROWS; row++) {
                column.set(row, vectors[row % vectors.length]);
                published = row + 1;
            }
            for (Future<Integer> scan : scans) {
                assertThat(scan.get()).as("scans made while the column grew").isPositive();
            }
        } finally {
            readers.shutdownNow();
        }
    }

    private int scanUntilFull(VectorColumn column, float[] asked, float[] expected) {
        QueryVector query = column.query(asked);
        float[] scores = new float[ROWS];
        int scans = 0;
        int rows;
        do {
            rows = published;
            column.scores(query, 0, rows, scores);
            for (int row = 0; row < rows; row++) {
                assertThat(scores[row]).isEqualTo(expected[row % expected.length]);
            }
            scans++;
        } while (rows < ROWS);
        return scans;
    }
}
