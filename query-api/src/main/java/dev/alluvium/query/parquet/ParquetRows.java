package dev.alluvium.query.parquet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.columns.RowColumns;
import dev.alluvium.query.columns.RowKind;
import dev.alluvium.query.columns.RowSource;
import dev.alluvium.state.json.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * The rows of a file of Parquet. One row group is in memory at a time, on the heap, since that is
 * the unit the format is read in. For one thread.
 */
public final class ParquetRows implements RowSource {

    private final long maxGroupBytes;
    private final ParquetFileReader reader;
    private final MessageColumnIO columns;
    private final RowColumns shape;
    private final RowMaterializer materializer;
    private RecordReader<ObjectNode> group;
    private long left;
    private long number;
    private long bytesRead;
    private int nextGroup;
    private int bytes;
    private ObjectNode cells;

    private ParquetRows(long maxGroupBytes, ParquetFileReader reader, RowKind kind) {
        this.maxGroupBytes = maxGroupBytes;
        this.reader = reader;
        MessageType schema = reader.getFileMetaData().getSchema();
        shape = RowColumns.of(schema.getFields().stream().map(Type::getName).toList(), kind);
        materializer = new RowMaterializer(schema);
        columns = new ColumnIOFactory().getColumnIO(schema);
    }

    /**
     * Begins to read; throws {@link InvalidInputException} where the columns cannot be rows.
     *
     * @param kind of all rows that do not say it themselves; null: as the columns tell
     * @param maxGroupBytes of a row group as the file has it, which is about what it takes of the
     *     heap
     */
    public static ParquetRows open(Path file, RowKind kind, long maxGroupBytes) throws IOException {
        ParquetReadOptions options =
                ParquetReadOptions.builder(new PlainParquetConfiguration())
                        .withCodecFactory(new PlainCodecs())
                        .build();
        ParquetFileReader reader;
        try {
            reader = new ParquetFileReader(new LocalInputFile(file), options);
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new IOException("this is no file of Parquet: " + e, e);
        }
        try {
            return new ParquetRows(maxGroupBytes, reader, kind);
        } catch (InvalidInputException e) {
            reader.close();
            throw e;
        } catch (RuntimeException | LinkageError e) {
            reader.close();
            throw broken(0, e);
        }
    }

    @Override
    public boolean next() throws IOException {
        while (left == 0) {
            if (nextGroup == reader.getRowGroups().size()) {
                return false;
            }
            nextGroup(reader.getRowGroups().get(nextGroup++));
        }
        try {
            // Every row is read, asked for or not: the columns go on together.
            cells = group.read();
        } catch (RuntimeException | LinkageError e) {
            throw broken(number, e);
        }
        left--;
        number++;
        return true;
    }

    /**
     * What the reader throws of files that are broken is all kinds of exceptions; and it asks for
     * Hadoop where a file says that it is encrypted.
     */
    private static IOException broken(long rows, Throwable e) {
        return new IOException("the file is broken after row " + rows + ": " + e, e);
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public ObjectNode row() {
        String problem = materializer.problem();
        if (problem != null) {
            throw new InvalidInputException("", problem);
        }
        bytes = RowColumns.weight(cells);
        return shape.line(cells);
    }

    @Override
    public int bytes() {
        return bytes;
    }

    /** Bytes of the file that are done with. */
    public long bytesRead() {
        return bytesRead;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private void nextGroup(BlockMetaData meta) throws IOException {
        if (meta.getCompressedSize() > maxGroupBytes) {
            throw new IOException(
                    "a row group has %,d bytes, at most %,d fit; write row groups of fewer rows, or give more heap"
                            .formatted(meta.getCompressedSize(), maxGroupBytes));
        }
        try {
            PageReadStore pages = reader.readNextRowGroup();
            group = columns.getRecordReader(pages, materializer);
            left = pages.getRowCount();
        } catch (IOException | RuntimeException | LinkageError e) {
            throw broken(number, e);
        }
        bytesRead += meta.getCompressedSize();
    }
}
