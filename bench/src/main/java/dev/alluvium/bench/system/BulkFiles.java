package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.micro.TextLikeVectors;
import dev.alluvium.query.columns.ArrowWriter;
import dev.alluvium.query.columns.OutColumn;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordJson;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The same records with vectors, over some memories in turn, as lines with base64 and as a stream
 * of Arrow.
 */
record BulkFiles(Path lines, Path columns, int rows) {

    static final int MEMORIES = 20;

    private static final int CHARACTERS = 120;
    private static final int BATCH_ROWS = 10_000;
    private static final int BUFFER_BYTES = 1 << 20;

    private record Row(String user, String content, float[] vector) {}

    static BulkFiles write(Path directory, String prefix, int rows, long seed) throws IOException {
        Files.createDirectories(directory);
        Path lines = directory.resolve(prefix + ".jsonl");
        Path columns = directory.resolve(prefix + ".arrows");
        Sentences sentences = new Sentences(seed);
        TextLikeVectors vectors = new TextLikeVectors(seed);
        List<OutColumn<Row>> shape =
                List.of(
                        OutColumn.text("app", row -> "bench"),
                        OutColumn.text("user", Row::user),
                        OutColumn.text("content", Row::content),
                        OutColumn.text("scope", row -> "/bench"),
                        OutColumn.vector("vector", TextLikeVectors.DIMENSION, Row::vector));
        try (OutputStream json = open(lines);
                OutputStream arrow = open(columns);
                ArrowWriter<Row> writer = new ArrowWriter<>(arrow, shape, Map.of())) {
            List<Row> batch = new ArrayList<>(BATCH_ROWS);
            for (int i = 0; i < rows; i++) {
                Row row =
                        new Row(
                                prefix + "-" + i % MEMORIES,
                                sentences.next(CHARACTERS),
                                vectors.next());
                json.write(line(row));
                batch.add(row);
                if (batch.size() == BATCH_ROWS) {
                    writer.write(batch);
                    batch.clear();
                }
            }
            writer.write(batch);
            writer.end();
        }
        return new BulkFiles(lines, columns, rows);
    }

    private static byte[] line(Row row) {
        ObjectNode line = Json.object().put("app", "bench").put("user", row.user());
        ObjectNode record =
                line.putObject("record").put("content", row.content()).put("scope", "/bench");
        RecordJson.putVector(record, "vector", row.vector());
        return Lines.ended(line);
    }

    private static OutputStream open(Path file) throws IOException {
        return new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES);
    }
}
