package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows of an Arrow IPC stream, or of an IPC file, which is a stream with a magic before it and
 * an index after it. One batch is in memory at a time, outside the heap. For one thread, which also
 * closes it.
 */
public final class ArrowRows implements RowSource {

    private static final Logger LOG = LoggerFactory.getLogger(ArrowRows.class);
    private static final byte[] FILE_MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

    /** The magic of a file is padded to this length. */
    private static final int MAGIC_BYTES = 8;

    private static final int BUFFER_BYTES = 64 * 1024;

    /** A batch, as it came and unpacked, and the dictionaries. */
    private static final long MAX_BYTES = 256L * 1024 * 1024;

    private final BufferAllocator allocator;
    private final BoundedMessages messages;
    private final ArrowReader reader;
    private final RowBudget budget = new RowBudget();
    private final List<Column> columns = new ArrayList<>();
    private RowColumns shape;
    private VectorSchemaRoot batch;
    private int index = -1;
    private int rows;
    private long number;
    private int bytes;
    private boolean ended;

    /**
     * @param messages of a stream, or null
     */
    private ArrowRows(BufferAllocator allocator, BoundedMessages messages, ArrowReader reader) {
        this.allocator = allocator;
        this.messages = messages;
        this.reader = reader;
    }

    private record Column(String name, Cell cell) {}

    /**
     * Begins to read; throws {@link InvalidInputException} where the columns cannot be rows.
     *
     * @param kind of all rows that do not say it themselves; null: as the columns tell
     */
    public static ArrowRows open(InputStream in, RowKind kind) throws IOException {
        BufferAllocator allocator = new RootAllocator(MAX_BYTES);
        BoundedMessages messages = new BoundedMessages(withoutMagic(in), allocator);
        ArrowReader reader =
                new ArrowStreamReader(messages, allocator, CommonsCompressionFactory.INSTANCE) {
                    @Override
                    protected void loadRecordBatch(ArrowRecordBatch batch) {
                        checked(this, batch);
                        super.loadRecordBatch(batch);
                    }
                };
        return bound(new ArrowRows(allocator, messages, reader), kind);
    }

    /**
     * As {@link #open(InputStream, RowKind)}, of a file by its index, which some writers rely on:
     * what stands before it need not be a stream.
     */
    public static ArrowRows openFile(Path file, RowKind kind) throws IOException {
        BufferAllocator allocator = new RootAllocator(MAX_BYTES);
        ArrowReader reader =
                new ArrowFileReader(
                        Files.newByteChannel(file), allocator, CommonsCompressionFactory.INSTANCE) {
                    @Override
                    protected void loadRecordBatch(ArrowRecordBatch batch) {
                        checked(this, batch);
                        super.loadRecordBatch(batch);
                    }
                };
        return bound(new ArrowRows(allocator, null, reader), kind);
    }

    /** Whether a file begins as an IPC file does. */
    public static boolean isFile(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(FILE_MAGIC.length), FILE_MAGIC);
        }
    }

    /** Lets a batch pass that has the rows it claims; frees any other. */
    private static void checked(ArrowReader reader, ArrowRecordBatch batch) {
        try {
            BatchClaims.check(
                    reader.getVectorSchemaRoot().getFieldVectors().stream()
                            .map(FieldVector::getField)
                            .toList(),
                    batch);
        } catch (IOException | RuntimeException e) {
            batch.close();
            throw e instanceof RuntimeException failure ? failure : new IllegalStateException(e);
        }
    }

    private static ArrowRows bound(ArrowRows rows, RowKind kind) throws IOException {
        try {
            rows.bind(kind);
            return rows;
        } catch (IOException | RuntimeException e) {
            rows.close();
            throw e;
        }
    }

    @Override
    public boolean next() throws IOException {
        while (++index >= rows) {
            if (!load()) {
                return false;
            }
        }
        number++;
        return true;
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public int bytes() {
        return bytes;
    }

    @Override
    public ObjectNode row() {
        ObjectNode cells = Json.object();
        budget.refill();
        try {
            for (Column column : columns) {
                JsonNode value = column.cell().at(index);
                if (value != null) {
                    cells.set(column.name(), value);
                }
            }
        } catch (IndexOutOfBoundsException
                | NegativeArraySizeException
                | ArithmeticException
                | DateTimeException e) {
            throw new InvalidInputException(
                    "", "the cells of this row are broken: " + e.getMessage());
        }
        bytes = RowColumns.weight(cells);
        return shape.line(cells);
    }

    @Override
    public void close() throws IOException {
        try {
            reader.close();
        } finally {
            if (messages != null) {
                messages.free();
            }
            try {
                allocator.close();
            } catch (IllegalStateException e) {
                // What is left over is lost to the process; a broken stream must not be lost to
                // its sender.
                LOG.warn("an Arrow stream left memory behind: {}", e.getMessage());
            }
        }
    }

    private void bind(RowKind given) throws IOException {
        batch = guarded(reader::getVectorSchemaRoot);
        List<FieldVector> vectors = batch.getFieldVectors();
        shape = RowColumns.of(vectors.stream().map(FieldVector::getName).toList(), given);
        Binding binding = new Binding(reader, budget);
        for (FieldVector vector : vectors) {
            String name = vector.getName();
            boolean empty = vector instanceof NullVector && name.equals("content");
            Cell cell =
                    binding.bind(RowColumns.shape(name), vector)
                            .filter(found -> !empty)
                            .orElseThrow(
                                    () -> RowColumns.misfit(name, vector.getField().getType()));
            columns.add(new Column(name, cell));
        }
    }

    private boolean load() throws IOException {
        rows = 0;
        index = -1;
        // Behind a file's end stands its index, which must not be taken for more of it.
        ended = ended || !guarded(reader::loadNextBatch);
        if (ended) {
            return false;
        }
        guarded(
                () -> {
                    columns.forEach(column -> column.cell().loaded());
                    return null;
                });
        rows = batch.getRowCount();
        return true;
    }

    /** What Arrow throws of streams that are broken is all kinds of exceptions. */
    private static <T> T guarded(Loading<T> loading) throws IOException {
        try {
            return loading.run();
        } catch (OutOfMemoryException e) {
            throw new IOException(
                    "a batch needs more than "
                            + MAX_BYTES
                            + " bytes (256 MiB); write batches of fewer rows, such as 10,000",
                    e);
        } catch (RuntimeException | AssertionError e) {
            throw new IOException("the Arrow stream is broken: " + e, e);
        }
    }

    /** Something that reads from the stream. */
    private interface Loading<T> {
        T run() throws IOException;
    }

    private static BufferedInputStream withoutMagic(InputStream in) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, BUFFER_BYTES);
        buffered.mark(MAGIC_BYTES);
        byte[] first = buffered.readNBytes(MAGIC_BYTES);
        boolean isFile =
                first.length == MAGIC_BYTES
                        && Arrays.equals(
                                first, 0, FILE_MAGIC.length, FILE_MAGIC, 0, FILE_MAGIC.length);
        if (!isFile) {
            buffered.reset();
        }
        return buffered;
    }
}
