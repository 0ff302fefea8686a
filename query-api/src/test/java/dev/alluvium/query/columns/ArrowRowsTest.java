package dev.alluvium.query.columns;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;

/** What a stream claims of itself is bounded by what it has; repeat with -Dcolumns.seed=…. */
class ArrowRowsTest {

    private static final int STREAMS = 10_000;

    /** Of a row as JSON: each element of its lists is null at the least. */
    private static final int MAX_CHARACTERS = 8 * RowBudget.MAX_ELEMENTS;

    private static final byte[] WHOLE =
            new TestingColumns()
                            .encoded("scope", "/a", "/b", "/a")
                            .texts("content", "one", "two", "three")
                            .lists(
                                    "categories",
                                    ArrowType.Utf8.INSTANCE,
                                    List.of("c"),
                                    null,
                                    List.of())
                            .column(
                                    "metadata",
                                    ArrowType.Struct.INSTANCE,
                                    Arrays.asList(
                                            Map.of("a", List.of(1)), null, Map.of("a", List.of())),
                                    new Field(
                                            "a",
                                            FieldType.nullable(ArrowType.List.INSTANCE),
                                            List.of(
                                                    Field.nullable(
                                                            "item", new ArrowType.Int(8, true)))))
                            .vectors("vector", 2, new float[] {1, 0}, null, new float[] {0, 1})
                            .stream(2);

    @Test
    void changedStreamsHaveNoMoreThanTheirBytes() {
        long seed = Long.getLong("columns.seed", System.nanoTime());
        System.out.println("changed streams of columns: -Dcolumns.seed=" + seed);
        Random random = new Random(seed);
        for (int i = 0; i < STREAMS; i++) {
            byte[] changed = WHOLE.clone();
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            assertThat(rows(changed))
                    .as("seed %d: rows of stream %d of %d bytes", seed, i, changed.length)
                    .isLessThan(changed.length);
        }
    }

    private static int rows(byte[] stream) {
        int rows = 0;
        try (ArrowRows source = ArrowRows.open(new ByteArrayInputStream(stream), null)) {
            while (source.next()) {
                rows++;
                row(source);
            }
        } catch (IOException | InvalidInputException broken) {
            assertThat(broken.getMessage()).isNotBlank();
        }
        return rows;
    }

    private static void row(ArrowRows source) {
        try {
            ObjectNode row = source.row();
            assertThat(row.toString().length()).isLessThan(MAX_CHARACTERS);
        } catch (InvalidInputException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }
}
