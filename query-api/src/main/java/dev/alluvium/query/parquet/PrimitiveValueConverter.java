package dev.alluvium.query.parquet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.FloatNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/** Values that are no groups; times become ISO 8601 in UTC. */
final class PrimitiveValueConverter extends PrimitiveConverter {

    /** The Julian day number of the epoch. */
    private static final long EPOCH_JULIAN_DAY = 2_440_588;

    private final String name;
    private final boolean isTime;
    private final ChronoUnit unit;
    private final Consumer<JsonNode> put;
    private final Consumer<String> note;

    PrimitiveValueConverter(PrimitiveType type, Consumer<JsonNode> put, Consumer<String> note) {
        name = type.getName();
        isTime = ParquetShapes.isTime(type);
        unit =
                type.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation stamp
                        ? unit(stamp)
                        : ChronoUnit.DAYS;
        this.put = put;
        this.note = note;
    }

    @Override
    public void addBinary(Binary value) {
        if (isTime) {
            put.accept(TextNode.valueOf(legacyInstant(value).toString()));
            return;
        }
        try {
            put.accept(TextNode.valueOf(text(value)));
        } catch (CharacterCodingException e) {
            note.accept("/" + name + ": the text is not UTF-8");
        }
    }

    @Override
    public void addBoolean(boolean value) {
        put.accept(BooleanNode.valueOf(value));
    }

    @Override
    public void addDouble(double value) {
        put.accept(DoubleNode.valueOf(value));
    }

    @Override
    public void addFloat(float value) {
        put.accept(FloatNode.valueOf(value));
    }

    @Override
    public void addInt(int value) {
        put.accept(isTime ? instant(value) : IntNode.valueOf(value));
    }

    @Override
    public void addLong(long value) {
        put.accept(isTime ? instant(value) : LongNode.valueOf(value));
    }

    static String text(Binary value) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(value.toByteBuffer()).toString();
    }

    private JsonNode instant(long value) {
        return TextNode.valueOf(Instant.EPOCH.plus(value, unit).toString());
    }

    /** Twelve bytes as some writers have them: nanoseconds of the day, Julian day. */
    private static Instant legacyInstant(Binary value) {
        var bytes = value.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        long nanos = bytes.getLong();
        long day = bytes.getInt() - EPOCH_JULIAN_DAY;
        return Instant.EPOCH.plus(day, ChronoUnit.DAYS).plusNanos(nanos);
    }

    private static ChronoUnit unit(TimestampLogicalTypeAnnotation stamp) {
        return switch (stamp.getUnit()) {
            case MILLIS -> ChronoUnit.MILLIS;
            case MICROS -> ChronoUnit.MICROS;
            case NANOS -> ChronoUnit.NANOS;
        };
    }
}
