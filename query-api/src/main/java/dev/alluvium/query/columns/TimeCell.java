package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.POJONode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Times as numbers since the epoch, whatever their unit. A zone only says how to show them; a time
 * without one is UTC, and a date is its midnight.
 */
final class TimeCell extends Cell {

    private final FieldVector vector;
    private final IntFunction<Instant> instants;

    private TimeCell(FieldVector vector, IntFunction<Instant> instants) {
        this.vector = vector;
        this.instants = instants;
    }

    static Optional<TimeCell> of(FieldVector vector) {
        if (vector instanceof TimeStampVector stamps) {
            ChronoUnit unit = unit((ArrowType.Timestamp) vector.getField().getType());
            return Optional.of(
                    new TimeCell(vector, row -> Instant.EPOCH.plus(stamps.get(row), unit)));
        }
        if (vector instanceof DateDayVector days) {
            return Optional.of(
                    new TimeCell(
                            vector, row -> Instant.EPOCH.plus(days.get(row), ChronoUnit.DAYS)));
        }
        if (vector instanceof DateMilliVector millis) {
            return Optional.of(new TimeCell(vector, row -> Instant.ofEpochMilli(millis.get(row))));
        }
        return Optional.empty();
    }

    /** The value where it stands for itself: an instant that needs no reading. */
    @Override
    JsonNode at(int row) {
        Instant instant = instant(row);
        return instant == null ? null : new POJONode(instant);
    }

    Instant instant(int row) {
        return vector.isNull(row) ? null : instants.apply(row);
    }

    private static ChronoUnit unit(ArrowType.Timestamp type) {
        return switch (type.getUnit()) {
            case SECOND -> ChronoUnit.SECONDS;
            case MILLISECOND -> ChronoUnit.MILLIS;
            case MICROSECOND -> ChronoUnit.MICROS;
            case NANOSECOND -> ChronoUnit.NANOS;
        };
    }
}
