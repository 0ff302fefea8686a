package dev.alluvium.query.columns;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Writes rows as an Arrow IPC stream, a batch at a time. For one thread, which also closes it.
 *
 * @param <T> of the rows
 */
public final class ArrowWriter<T> implements Closeable {

    private final List<OutColumn<T>> columns;
    private final BufferAllocator allocator = new RootAllocator();
    private final VectorSchemaRoot batch;
    private final ArrowStreamWriter writer;

    /**
     * Begins the stream.
     *
     * @param metadata of the schema
     */
    public ArrowWriter(OutputStream out, List<OutColumn<T>> columns, Map<String, String> metadata)
            throws IOException {
        this.columns = List.copyOf(columns);
        Schema schema = new Schema(columns.stream().map(OutColumn::field).toList(), metadata);
        batch = VectorSchemaRoot.create(schema, allocator);
        writer = new ArrowStreamWriter(batch, new DictionaryProvider.MapDictionaryProvider(), out);
        writer.start();
    }

    /** Writes rows as one batch; none are no batch. */
    public void write(List<T> rows) throws IOException {
        if (rows.isEmpty()) {
            return;
        }
        batch.allocateNew();
        for (int c = 0; c < columns.size(); c++) {
            OutColumn<T> column = columns.get(c);
            FieldVector vector = batch.getVector(c);
            for (int row = 0; row < rows.size(); row++) {
                column.set(vector, row, rows.get(row));
            }
        }
        batch.setRowCount(rows.size());
        writer.writeBatch();
        batch.clear();
    }

    /** Says that the stream is whole; one that is closed without is not. */
    public void end() throws IOException {
        writer.end();
    }

    /** Frees what is held outside the heap; the output stays open. */
    @Override
    public void close() {
        batch.close();
        allocator.close();
    }
}
