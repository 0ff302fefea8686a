package dev.alluvium.query.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.state.json.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file claims of itself; repeat with -Dcolumns.seed=…. */
class ParquetRowsTest {

    private static final int FILES = 3_000;
    private static final int MAX_GROUP_BYTES = 1 << 20;

    @TempDir private Path directory;

    @Test
    void changedFilesAreReadOrRefused() throws IOException {
        long seed = Long.getLong("columns.seed", System.nanoTime());
        System.out.println("changed files of Parquet: -Dcolumns.seed=" + seed);
        Random random = new Random(seed);
        for (String name : new String[] {"none", "zstd"}) {
            byte[] whole = bytes("records-" + name + ".parquet");
            for (int i = 0; i < FILES / 2; i++) {
                byte[] changed = whole.clone();
                for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                    changed[random.nextInt(changed.length)] = (byte) random.nextInt();
                }
                assertThat(rows(changed))
                        .as("seed %d: rows of file %d", seed, i)
                        .isLessThan(8 * changed.length);
            }
        }
    }

    @Test
    void rowGroupsThatDoNotFitAreRefusedWithTheWayOut() throws IOException {
        Path file = Files.write(directory.resolve("x"), bytes("records-none.parquet"));
        try (ParquetRows rows = ParquetRows.open(file, null, 100)) {
            assertThatThrownBy(rows::next)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("at most 100 fit; write row groups of fewer rows");
        }
    }

    private int rows(byte[] bytes) throws IOException {
        int rows = 0;
        Path file = Files.write(directory.resolve("changed"), bytes);
        try (ParquetRows source = ParquetRows.open(file, null, MAX_GROUP_BYTES)) {
            while (source.next()) {
                rows++;
                try {
                    source.row();
                } catch (InvalidInputException refused) {
                    assertThat(refused.getMessage()).isNotBlank();
                }
            }
        } catch (IOException | InvalidInputException broken) {
            assertThat(broken.getMessage()).isNotBlank();
        }
        return rows;
    }

    private byte[] bytes(String name) throws IOException {
        try (InputStream in = getClass().getResourceAsStream("/columns/" + name)) {
            return in.readAllBytes();
        }
    }
}
