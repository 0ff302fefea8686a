package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * A column that is written: its type, and how a row's value gets into it.
 *
 * @param <T> of the rows
 */
public final class OutColumn<T> {

    private static final ArrowType FLOAT =
            new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
    private static final ArrowType DOUBLE =
            new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
    private static final ArrowType MICROS = new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC");

    private final Field field;
    private final Setter<T> setter;

    private OutColumn(Field field, Setter<T> setter) {
        this.field = field;
        this.setter = setter;
    }

    /** Puts the value of a row, which is not null. */
    private interface Put<V> {
        void put(FieldVector vector, int row, V value);
    }

    private interface Setter<T> {
        void set(FieldVector vector, int row, T from);
    }

    public static <T> OutColumn<T> text(String name, Function<T, String> value) {
        return column(
                name,
                ArrowType.Utf8.INSTANCE,
                List.of(),
                value,
                (vector, row, text) -> ((VarCharVector) vector).setSafe(row, utf8(text)));
    }

    public static <T> OutColumn<T> texts(String name, Function<T, List<String>> value) {
        Field item = Field.nullable("item", ArrowType.Utf8.INSTANCE);
        return column(name, ArrowType.List.INSTANCE, List.of(item), value, OutColumn::putTexts);
    }

    /** Metadata, as a text of JSON; null where there is none. */
    public static <T> OutColumn<T> json(String name, Function<T, Map<String, Object>> value) {
        return text(
                name,
                from -> {
                    Map<String, Object> map = value.apply(from);
                    JsonNode node = Json.MAPPER.valueToTree(map);
                    return map.isEmpty() ? null : node.toString();
                });
    }

    public static <T> OutColumn<T> number(String name, Function<T, Double> value) {
        return column(
                name,
                DOUBLE,
                List.of(),
                value,
                (vector, row, number) -> ((Float8Vector) vector).setSafe(row, number));
    }

    public static <T> OutColumn<T> flag(String name, Function<T, Boolean> value) {
        return column(
                name,
                ArrowType.Bool.INSTANCE,
                List.of(),
                value,
                (vector, row, flag) -> ((BitVector) vector).setSafe(row, flag ? 1 : 0));
    }

    /** A time, to the microsecond. */
    public static <T> OutColumn<T> time(String name, Function<T, Instant> value) {
        return column(
                name,
                MICROS,
                List.of(),
                value,
                (vector, row, instant) ->
                        ((TimeStampMicroTZVector) vector)
                                .setSafe(row, ChronoUnit.MICROS.between(Instant.EPOCH, instant)));
    }

    public static <T> OutColumn<T> vector(String name, int dimension, Function<T, float[]> value) {
        return column(
                name,
                new ArrowType.FixedSizeList(dimension),
                List.of(Field.notNullable("item", FLOAT)),
                value,
                OutColumn::putVector);
    }

    Field field() {
        return field;
    }

    void set(FieldVector vector, int row, T from) {
        setter.set(vector, row, from);
    }

    private static <T, V> OutColumn<T> column(
            String name, ArrowType type, List<Field> children, Function<T, V> value, Put<V> put) {
        return new OutColumn<>(
                new Field(name, FieldType.nullable(type), children),
                (vector, row, from) -> {
                    V given = value.apply(from);
                    if (given != null) {
                        put.put(vector, row, given);
                    }
                });
    }

    private static void putTexts(FieldVector vector, int row, List<String> texts) {
        ListVector lists = (ListVector) vector;
        VarCharVector items = (VarCharVector) lists.getDataVector();
        int start = lists.startNewValue(row);
        for (int i = 0; i < texts.size(); i++) {
            items.setSafe(start + i, utf8(texts.get(i)));
        }
        lists.endValue(row, texts.size());
    }

    private static void putVector(FieldVector vector, int row, float[] components) {
        FixedSizeListVector lists = (FixedSizeListVector) vector;
        if (components.length != lists.getListSize()) {
            throw new IllegalArgumentException(
                    "a vector has "
                            + components.length
                            + " dimensions where the others have "
                            + lists.getListSize());
        }
        Float4Vector items = (Float4Vector) lists.getDataVector();
        int start = lists.startNewValue(row);
        items.setSafe(start + components.length - 1, 0);
        for (int i = 0; i < components.length; i++) {
            items.set(start + i, components[i]);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
