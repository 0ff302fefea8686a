package dev.alluvium.state.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/**
 * Reads ISO 8601 times. The form that every program writes, {@code 2026-05-08T13:56:00.123Z}, is
 * read by its places, since the general parser would take a quarter of an import's time; all others
 * go to the general parser.
 */
final class IsoTime {

    private static final int SECONDS_LENGTH = 19;
    private static final int NANO_DIGITS = 9;
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

    /** With an offset as people write it: with or without a colon, or of whole hours. */
    private static final DateTimeFormatter GENERAL =
            new DateTimeFormatterBuilder()
                    .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
                    .appendPattern("[XXX][XX][X]")
                    .toFormatter(Locale.ROOT)
                    .withResolverStyle(ResolverStyle.STRICT)
                    .withChronology(IsoChronology.INSTANCE);

    private IsoTime() {}

    /** Without an offset the time is UTC; a bare date is its midnight. */
    static Instant parse(String text) {
        String trimmed = text.strip();
        Instant instant = common(trimmed);
        if (instant == null) {
            instant = general(trimmed);
        }
        return inRange(instant, text);
    }

    /** The instant, if it is in the years that ISO 8601 writes with four digits. */
    static Instant inRange(Instant instant, String text) {
        if (instant.isBefore(FIRST) || !instant.isBefore(END)) {
            throw new DateTimeException("\"" + text + "\" is not in the years 0000 to 9999");
        }
        return instant;
    }

    private static Instant general(String text) {
        if (text.length() == 10) {
            return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
        }
        TemporalAccessor time =
                GENERAL.parseBest(
                        text.toUpperCase(Locale.ROOT), OffsetDateTime::from, LocalDateTime::from);
        return time instanceof OffsetDateTime withOffset
                ? withOffset.toInstant()
                : ((LocalDateTime) time).toInstant(ZoneOffset.UTC);
    }

    /** A time in UTC to the second or finer, or null if the text has another form. */
    private static Instant common(String text) {
        int length = text.length();
        if (length <= SECONDS_LENGTH
                || text.charAt(length - 1) != 'Z'
                || text.charAt(4) != '-'
                || text.charAt(7) != '-'
                || text.charAt(10) != 'T'
                || text.charAt(13) != ':'
                || text.charAt(16) != ':') {
            return null;
        }
        int year = number(text, 0, 4);
        int month = number(text, 5, 7);
        int day = number(text, 8, 10);
        int hour = number(text, 11, 13);
        int minute = number(text, 14, 16);
        int second = number(text, 17, SECONDS_LENGTH);
        int nanos = nanos(text, length - 1);
        if ((year | month | day | hour | minute | second | nanos) < 0) {
            return null;
        }
        return LocalDateTime.of(year, month, day, hour, minute, second, nanos)
                .toInstant(ZoneOffset.UTC);
    }

    private static int nanos(String text, int end) {
        if (end == SECONDS_LENGTH) {
            return 0;
        }
        int digits = end - SECONDS_LENGTH - 1;
        if (text.charAt(SECONDS_LENGTH) != '.' || digits < 1 || digits > NANO_DIGITS) {
            return -1;
        }
        int nanos = number(text, SECONDS_LENGTH + 1, end);
        for (int i = digits; i < NANO_DIGITS && nanos >= 0; i++) {
            nanos *= 10;
        }
        return nanos;
    }

    /** The number the digits in a range make, or -1 if there is anything else. */
    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
