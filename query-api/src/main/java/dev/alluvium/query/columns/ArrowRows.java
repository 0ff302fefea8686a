package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows of an Arrow IPC stream, or of an IPC file, which is a stream with a magic before it and
 * an index after it. One batch is in memory at a time, outside the heap. For one thread, which also
 * closes it.
 */
public final class ArrowRows implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(ArrowRows.class);
    private static final byte[] FILE_MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

    /** The magic of a file is padded to this length. */
    private static final int MAGIC_BYTES = 8;

    private static final int BUFFER_BYTES = 64 * 1024;

    /** A batch, as it came and unpacked, and the dictionaries. */
    private static final long MAX_BYTES = 256L * 1024 * 1024;

    private final BufferAllocator allocator = new RootAllocator(MAX_BYTES);
    private final BoundedMessages messages;
    private final ArrowStreamReader reader;
    private final List<Column> columns = new ArrayList<>();
    private RowKind kind;
    private VectorSchemaRoot batch;
    private int index = -1;
    private int rows;
    private long number;
    private int bytes;
    private boolean ended;

    private ArrowRows(BufferedInputStream in) {
        messages = new BoundedMessages(in, allocator);
        reader = new ArrowStreamReader(messages, allocator, CommonsCompressionFactory.INSTANCE);
    }

    private record Column(String name, Cell cell) {}

    /**
     * Begins to read; throws {@link InvalidInputException} where the columns cannot be rows.
     *
     * @param kind of all rows that do not say it themselves; null: as the columns tell
     */
    public static ArrowRows open(InputStream in, RowKind kind) throws IOException {
        ArrowRows rows = new ArrowRows(withoutMagic(in));
        try {
            rows.bind(kind);
            return rows;
        } catch (IOException | RuntimeException e) {
            rows.close();
            throw e;
        }
    }

    /** Goes to the next row; false at the end. */
    public boolean next() throws IOException {
        while (++index >= rows) {
            if (!load()) {
                return false;
            }
        }
        number++;
        return true;
    }

    /** The number of the row, from 1. */
    public long number() {
        return number;
    }

    /** About how large the row is, in bytes. */
    public int bytes() {
        return bytes;
    }

    /**
     * The row as a line of an import: {@code {"app", "user", "record": {…}}}. Times and vectors are
     * as {@link dev.alluvium.state.json.Fields} takes them, ready; {@link ReadyValues} writes them
     * out. Throws {@link InvalidInputException} where the row can be none.
     */
    public ObjectNode row() {
        ObjectNode row = Json.object();
        ObjectNode item = Json.object();
        bytes = 0;
        try {
            for (Column column : columns) {
                JsonNode value = column.cell().at(index);
                if (value != null) {
                    (RowKind.OF_ALL.contains(column.name()) ? row : item).set(column.name(), value);
                    bytes += weight(value);
                }
            }
        } catch (IndexOutOfBoundsException
                | NegativeArraySizeException
                | ArithmeticException
                | DateTimeException e) {
            throw new InvalidInputException(
                    "", "the cells of this row are broken: " + e.getMessage());
        }
        JsonNode own = row.remove("kind");
        row.set((own == null ? kind() : kind(own.textValue())).member(), item);
        return row;
    }

    @Override
    public void close() throws IOException {
        try {
            reader.close();
        } finally {
            messages.free();
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
        Set<String> names = new LinkedHashSet<>();
        Binding binding = new Binding(reader);
        for (FieldVector vector : batch.getFieldVectors()) {
            String name = vector.getName();
            Shape shape = RowKind.shapeOf(name);
            if (shape == null) {
                throw refused(
                        "unknown column \""
                                + name
                                + "\"; known here: "
                                + String.join(", ", RowKind.allColumns()));
            }
            if (!names.add(name)) {
                throw refused("the column \"" + name + "\" is there twice");
            }
            Cell cell =
                    binding.bind(shape, vector)
                            .orElseThrow(
                                    () ->
                                            refused(
                                                    "column \""
                                                            + name
                                                            + "\" is of type "
                                                            + vector.getField().getType()
                                                            + "; wanted is "
                                                            + shape.wanted()));
            columns.add(new Column(name, cell));
        }
        if (!names.contains("content") || batch.getVector("content") instanceof NullVector) {
            throw refused("there is no column \"content\" with texts");
        }
        kind = given == null ? RowKind.having(names) : given;
        if (kind == null && !names.contains("kind")) {
            throw refused(
                    "the columns may be records or turns; say which the rows are: a column kind,"
                            + " or kind=record or kind=turn");
        }
    }

    private RowKind kind() {
        if (kind == null) {
            throw new InvalidInputException("/kind", "kind is missing; give record or turn");
        }
        return kind;
    }

    private static RowKind kind(String name) {
        try {
            return RowKind.of(name);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("/kind", e.getMessage());
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
                    check();
                    columns.forEach(column -> column.cell().loaded());
                    return null;
                });
        rows = batch.getRowCount();
        return true;
    }

    /** Refuses a batch that claims more rows than it has: each would be rejected by itself. */
    private void check() {
        int claimed = batch.getRowCount();
        FieldVector contents = batch.getVector("content");
        ArrowBuf held =
                contents instanceof BaseVariableWidthVector
                                || contents instanceof LargeVarCharVector
                        ? contents.getOffsetBuffer()
                        : contents.getDataBuffer();
        if (contents.getValueCount() != claimed || held.capacity() < claimed) {
            throw new IllegalStateException("a batch has not the " + claimed + " rows it claims");
        }
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

    private static InvalidInputException refused(String detail) {
        return new InvalidInputException("", detail);
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

    private static int weight(JsonNode value) {
        if (value.isTextual()) {
            return value.textValue().length();
        }
        if (value instanceof POJONode ready && ready.getPojo() instanceof float[] vector) {
            return vector.length * Float.BYTES;
        }
        int weight = Long.BYTES;
        for (JsonNode child : value) {
            weight += weight(child);
        }
        return weight;
    }
}
