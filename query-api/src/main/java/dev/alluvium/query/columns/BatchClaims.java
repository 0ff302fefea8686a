package dev.alluvium.query.columns;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Refuses a batch that claims more rows than it has, before Arrow makes up the missing ones: each
 * would be rejected by itself, and a few changed bytes claim a billion.
 */
final class BatchClaims {

    private final ArrowRecordBatch batch;
    private int node;
    private int buffer;
    private int views;

    private BatchClaims(ArrowRecordBatch batch) {
        this.batch = batch;
    }

    /**
     * @param columns as they stand in the batch: of a column with a dictionary, where in it
     */
    static void check(List<Field> columns, ArrowRecordBatch batch) {
        BatchClaims claims = new BatchClaims(batch);
        for (Field column : columns) {
            claims.check(column);
        }
    }

    private void check(Field column) {
        long rows = batch.getLength();
        long held = batch.getNodes().get(node).getLength();
        if (rows < 0 || held != rows) {
            throw refusal(column, held);
        }
        int buffers = TypeLayout.getTypeBufferCount(column.getType());
        // Of each column that has texts or numbers the second buffer has at least a byte a row.
        if (column.getName().equals("content") && buffers > 1) {
            long bytes = bytes(batch.getBuffers().get(buffer + 1));
            if (bytes < rows) {
                throw refusal(column, bytes);
            }
        }
        skip(column);
    }

    private IllegalStateException refusal(Field column, long held) {
        return new IllegalStateException(
                "a batch claims %d rows, of which its column %s has at most %d"
                        .formatted(batch.getLength(), column.getName(), held));
    }

    /** How long a buffer is, unpacked. */
    private long bytes(ArrowBuf bytes) {
        if (batch.getBodyCompression().getCodec() == NoCompressionCodec.COMPRESSION_TYPE
                || bytes.capacity() < CompressionUtil.SIZE_OF_UNCOMPRESSED_LENGTH) {
            return bytes.capacity();
        }
        long unpacked = bytes.getLong(0);
        return unpacked == CompressionUtil.NO_COMPRESSION_LENGTH
                ? bytes.capacity() - CompressionUtil.SIZE_OF_UNCOMPRESSED_LENGTH
                : unpacked;
    }

    private void skip(Field field) {
        node++;
        TypeLayout layout = TypeLayout.getTypeLayout(field.getType());
        buffer += layout.getBufferLayouts().size();
        if (!layout.isFixedBufferCount()) {
            buffer += Math.toIntExact(batch.getVariadicBufferCounts().get(views++));
        }
        field.getChildren().forEach(this::skip);
    }
}
