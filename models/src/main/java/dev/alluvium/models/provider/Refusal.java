package dev.alluvium.models.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.json.Json;
import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

/** A reply that is no answer: its status, what it says, and when to come again. */
record Refusal(int status, HttpHeaders headers, String body) {

    /** Where the providers put their words, the more telling first. */
    private static final List<String> WORDS =
            List.of("/error/message", "/message", "/error", "/detail", "/errors/0/message");

    private static final int MAX_WORDS = 300;

    /** Whether the same call may be answered the next time. */
    boolean passes() {
        return status == 408 || status == 425 || status == 429 || status >= 500;
    }

    /** The provider's own words, on one line, bounded, and without keys. */
    String words(Secrets secrets) {
        String words = secrets.redact(said()).replaceAll("\\s+", " ").strip();
        return words.length() <= MAX_WORDS ? words : words.substring(0, MAX_WORDS) + "…";
    }

    private String said() {
        try {
            JsonNode json = Json.MAPPER.readTree(body);
            JsonNode first = json.isArray() ? json.path(0) : json;
            for (String place : WORDS) {
                JsonNode words = first.at(place);
                if (words.isTextual() && !words.textValue().isBlank()) {
                    return words.textValue();
                }
            }
        } catch (JsonProcessingException e) {
            return body;
        }
        return body;
    }

    /** How long the provider asks to be left alone, where it does. */
    Optional<Duration> retryAfter() {
        return number("retry-after-ms")
                .map(Duration::ofMillis)
                .or(() -> number("retry-after").map(Duration::ofSeconds))
                .or(() -> headers.firstValue("retry-after").flatMap(Refusal::untilDate));
    }

    private Optional<Long> number(String header) {
        return headers.firstValue(header)
                .filter(value -> value.matches("\\d{1,9}"))
                .map(Long::valueOf);
    }

    private static Optional<Duration> untilDate(String value) {
        try {
            Instant date =
                    ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            Duration until = Duration.between(Instant.now(), date);
            return Optional.of(until.isNegative() ? Duration.ZERO : until);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Whether it is about what was sent, and not about who sent it or when. */
    boolean isOfContent() {
        return status == 400 || status == 413 || status == 422;
    }
}
