package dev.alluvium.query.columns;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FloatingPointVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.Text;

/** Columns of a test, of any type, as the bytes of an Arrow stream or file. */
public final class TestingColumns {

    public static final ArrowType FLOAT32 =
            new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
    public static final ArrowType FLOAT64 =
            new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);

    private final List<Field> fields = new ArrayList<>();
    private final List<List<?>> values = new ArrayList<>();
    private final List<String> encoded = new ArrayList<>();

    public TestingColumns texts(String name, String... texts) {
        return column(name, ArrowType.Utf8.INSTANCE, Arrays.asList(texts));
    }

    /** Texts through a dictionary. */
    public TestingColumns encoded(String name, String... texts) {
        encoded.add(name);
        return texts(name, texts);
    }

    public TestingColumns vectors(String name, int dimension, float[]... vectors) {
        return column(
                name,
                new ArrowType.FixedSizeList(dimension),
                Arrays.asList(vectors),
                Field.nullable("item", FLOAT32));
    }

    public TestingColumns lists(String name, ArrowType item, Object... lists) {
        return column(
                name, ArrowType.List.INSTANCE, Arrays.asList(lists), Field.nullable("item", item));
    }

    public TestingColumns column(String name, ArrowType type, List<?> cells, Field... children) {
        fields.add(new Field(name, FieldType.nullable(type), List.of(children)));
        values.add(cells);
        return this;
    }

    public byte[] stream() {
        return stream(Integer.MAX_VALUE);
    }

    public byte[] stream(int rowsPerBatch) {
        return bytes(
                rowsPerBatch,
                (root, dictionaries, out) ->
                        new ArrowStreamWriter(root, dictionaries, Channels.newChannel(out)));
    }

    public byte[] compressedFile(CodecType codec) {
        return bytes(
                3,
                (root, dictionaries, out) ->
                        new ArrowFileWriter(
                                root,
                                dictionaries,
                                Channels.newChannel(out),
                                Map.of(),
                                IpcOption.DEFAULT,
                                codec == CodecType.NO_COMPRESSION
                                        ? NoCompressionCodec.Factory.INSTANCE
                                        : CommonsCompressionFactory.INSTANCE,
                                codec));
    }

    private interface Opening {
        ArrowWriter open(
                VectorSchemaRoot root,
                MapDictionaryProvider dictionaries,
                ByteArrayOutputStream out);
    }

    private byte[] bytes(int rowsPerBatch, Opening opening) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (BufferAllocator allocator = new RootAllocator()) {
            int rows = values.get(0).size();
            List<FieldVector> all = new ArrayList<>();
            MapDictionaryProvider dictionaries = new MapDictionaryProvider();
            for (int i = 0; i < fields.size(); i++) {
                all.add(vector(i, allocator, dictionaries));
            }
            try (VectorSchemaRoot whole = new VectorSchemaRoot(all);
                    VectorSchemaRoot batch =
                            VectorSchemaRoot.create(
                                    new Schema(whole.getSchema().getFields()), allocator);
                    ArrowWriter writer = opening.open(batch, dictionaries, out)) {
                writer.start();
                for (int from = 0; from < rows; from += rowsPerBatch) {
                    int length = Math.min(rowsPerBatch, rows - from);
                    for (int i = 0; i < all.size(); i++) {
                        all.get(i)
                                .makeTransferPair(batch.getVector(i))
                                .splitAndTransfer(from, length);
                    }
                    batch.setRowCount(length);
                    writer.writeBatch();
                }
            }
            for (long id : dictionaries.getDictionaryIds()) {
                dictionaries.lookup(id).getVector().close();
            }
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private FieldVector vector(
            int i, BufferAllocator allocator, MapDictionaryProvider dictionaries) {
        Field field = fields.get(i);
        FieldVector vector = field.createVector(allocator);
        vector.allocateNew();
        fill(vector, values.get(i));
        if (!encoded.contains(field.getName())) {
            return vector;
        }
        List<?> distinct = values.get(i).stream().filter(v -> v != null).distinct().toList();
        FieldVector held = Field.nullable(field.getName(), field.getType()).createVector(allocator);
        held.allocateNew();
        fill(held, distinct);
        Dictionary dictionary = new Dictionary(held, new DictionaryEncoding(i, false, null));
        dictionaries.put(dictionary);
        FieldVector indexes = (FieldVector) DictionaryEncoder.encode(vector, dictionary);
        vector.close();
        return indexes;
    }

    private static void fill(FieldVector vector, List<?> cells) {
        for (int row = 0; row < cells.size(); row++) {
            if (cells.get(row) != null) {
                set(vector, row, cells.get(row));
            } else if (vector instanceof BaseFixedWidthVector fixed) {
                fixed.setNull(row);
            }
        }
        vector.setValueCount(cells.size());
    }

    private static void set(FieldVector vector, int row, Object cell) {
        if (vector instanceof VarCharVector texts) {
            texts.setSafe(row, utf8(cell));
        } else if (vector instanceof LargeVarCharVector texts) {
            texts.setSafe(row, utf8(cell));
        } else if (vector instanceof ViewVarCharVector texts) {
            texts.setSafe(row, utf8(cell));
        } else if (vector instanceof FloatingPointVector numbers) {
            numbers.setSafeWithPossibleTruncate(row, ((Number) cell).doubleValue());
        } else if (vector instanceof BaseIntVector numbers) {
            numbers.setWithPossibleTruncate(row, ((Number) cell).longValue());
        } else if (vector instanceof BitVector flags) {
            flags.setSafe(row, (Boolean) cell ? 1 : 0);
        } else if (vector instanceof TimeStampVector times) {
            times.setSafe(row, ((Number) cell).longValue());
        } else if (vector instanceof DateDayVector days) {
            days.setSafe(row, ((Number) cell).intValue());
        } else if (vector instanceof StructVector structs) {
            structs.setIndexDefined(row);
            ((Map<?, ?>) cell)
                    .forEach((name, value) -> set(structs.getChild((String) name), row, value));
        } else if (vector instanceof MapVector maps) {
            entries(maps, row, (Map<?, ?>) cell);
        } else if (vector instanceof ListVector lists) {
            List<?> items = cell instanceof float[] floats ? boxed(floats) : (List<?>) cell;
            int start = lists.startNewValue(row);
            items(lists.getDataVector(), start, items);
            lists.endValue(row, items.size());
        } else if (vector instanceof FixedSizeListVector lists) {
            items(lists.getDataVector(), lists.startNewValue(row), boxed((float[]) cell));
        } else {
            throw new IllegalArgumentException("no test needs " + vector.getClass());
        }
    }

    private static void entries(MapVector maps, int row, Map<?, ?> map) {
        StructVector entries = (StructVector) maps.getDataVector();
        int at = maps.startNewValue(row);
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            entries.setIndexDefined(at);
            set(entries.getChildrenFromFields().get(0), at, entry.getKey());
            set(entries.getChildrenFromFields().get(1), at, entry.getValue());
            at++;
        }
        entries.setValueCount(at);
        maps.endValue(row, map.size());
    }

    private static void items(FieldVector items, int start, List<?> cells) {
        for (int i = 0; i < cells.size(); i++) {
            if (cells.get(i) != null) {
                set(items, start + i, cells.get(i));
            }
        }
        items.setValueCount(Math.max(items.getValueCount(), start + cells.size()));
    }

    private static List<Float> boxed(float[] floats) {
        List<Float> boxed = new ArrayList<>();
        for (float component : floats) {
            boxed.add(component);
        }
        return boxed;
    }

    private static byte[] utf8(Object cell) {
        return cell instanceof byte[] bytes
                ? bytes
                : new Text(cell.toString()).toString().getBytes(StandardCharsets.UTF_8);
    }
}
