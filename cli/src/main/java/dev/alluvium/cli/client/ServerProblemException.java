package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** An answer of the server that is not a success, as one line that a person can act on. */
public final class ServerProblemException extends IOException {

    private static final int SHOWN_CHARACTERS = 300;

    private final transient HttpHeaders headers;
    private final int status;

    ServerProblemException(int status, HttpHeaders headers, byte[] body) {
        super(line(status, body));
        this.status = status;
        this.headers = headers;
    }

    public int status() {
        return status;
    }

    /** Whether the same request may succeed later: the server is starting, recovering or busy. */
    public boolean passes() {
        return status == 429 || status == 502 || status == 503 || status == 504;
    }

    /** How long the server asks to be left alone, in seconds; 0 where it does not say. */
    public long retryAfterSeconds() {
        try {
            return headers.firstValueAsLong("Retry-After").orElse(0);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String line(int status, byte[] body) {
        JsonNode problem;
        try {
            problem = Json.parse(body);
        } catch (InvalidInputException e) {
            String text = new String(body, StandardCharsets.UTF_8).strip().replaceAll("\\s+", " ");
            return "the server answered " + status + (text.isEmpty() ? "" : ": " + cut(text));
        }
        String title = problem.path("title").asText("the server answered " + status);
        String detail = problem.path("detail").asText("");
        List<String> fields = new ArrayList<>();
        for (JsonNode error : problem.path("errors")) {
            String pointer = error.path("pointer").asText("");
            String said = error.path("detail").asText("");
            if (!detail.contains(said)) {
                fields.add(pointer.isEmpty() ? said : pointer + ": " + said);
            }
        }
        StringBuilder line = new StringBuilder(title).append(" (").append(status).append(')');
        if (!detail.isEmpty()) {
            line.append(": ").append(detail);
        }
        if (!fields.isEmpty()) {
            line.append(" [").append(String.join("; ", fields)).append(']');
        }
        return line.toString();
    }

    private static String cut(String text) {
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
