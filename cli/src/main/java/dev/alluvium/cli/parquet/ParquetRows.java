package dev.alluvium.cli.parquet;

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
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * The rows of a file of Parquet. One row group is in memory at a time, on the heap, since that is
 * the unit the format is read in. For one thread.
 */
public final class ParquetRows implements RowSource {

    /** A row group takes about this share of the heap at most, before its pages are unpacked. */
    private static final double MAX_HEAP_SHARE = 0.6;

    private final Path file;
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

    private ParquetRows(Path file, ParquetFileReader reader, RowKind kind) {
        this.file = file;
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
     */
    public static ParquetRows open(Path file, RowKind kind) throws IOException {
        ParquetReadOptions options =
                ParquetReadOptions.builder(new PlainParquetConfiguration())
                        .withCodecFactory(new PlainCodecs())
                        .build();
        ParquetFileReader reader;
        try {
            reader = new ParquetFileReader(new LocalInputFile(file), options);
        } catch (RuntimeException e) {
            throw new IOException(file + " is no file of Parquet: " + e.getMessage(), e);
        }
        try {
            return new ParquetRows(file, reader, kind);
        } catch (RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    @Override
    public boolean next() throws IOException {
        try {
            while (left == 0) {
                if (!nextGroup()) {
                    return false;
                }
            }
            // Every row is read, asked for or not: the columns go on together.
            cells = group.read();
            left--;
            number++;
            return true;
        } catch (ParquetDecodingException e) {
            throw new IOException(
                    file + " is broken after row " + number + ": " + e.getMessage(), e);
        }
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

    private boolean nextGroup() throws IOException {
        if (nextGroup == reader.getRowGroups().size()) {
            return false;
        }
        BlockMetaData meta = reader.getRowGroups().get(nextGroup++);
        long heap = Runtime.getRuntime().maxMemory();
        if (meta.getCompressedSize() > heap * MAX_HEAP_SHARE) {
            throw new IOException(
                    "%s has a row group of %,d bytes, which does not fit into the heap of %,d; write row groups of fewer rows, or give more: ALLUVIUM_JAVA_OPTS=-Xmx4g"
                            .formatted(file, meta.getCompressedSize(), heap));
        }
        PageReadStore pages = reader.readNextRowGroup();
        group = columns.getRecordReader(pages, materializer);
        left = pages.getRowCount();
        bytesRead += meta.getCompressedSize();
        return true;
    }
}
