package dev.alluvium.query.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.FieldProblem;
import dev.alluvium.state.json.Json;
import java.util.List;
import java.util.Map;

/**
 * Why a request was not done, as RFC 9457 says it.
 *
 * @param name the last part of its type, {@code /problems/<name>}, which programs tell problems by
 * @param errors what is wrong with single fields
 * @param members further members, such as {@code position}
 */
public record Problem(
        int status,
        String name,
        String title,
        String detail,
        List<FieldProblem> errors,
        Map<String, String> members) {

    public static Problem of(int status, String name, String title, String detail) {
        return new Problem(status, name, title, detail, List.of(), Map.of());
    }

    public static Problem invalid(List<FieldProblem> errors, String detail) {
        return new Problem(
                400, "invalid-request", "The request is not valid", detail, errors, Map.of());
    }

    public static Problem notFound(String detail) {
        return of(404, "not-found", "Not found", detail);
    }

    public static Problem dimension(String detail) {
        return of(422, "vector-dimension", "The vector has another dimension", detail);
    }

    public Problem with(String member, String value) {
        return new Problem(status, name, title, detail, errors, Map.of(member, value));
    }

    public ProblemException exception() {
        return new ProblemException(this);
    }

    public ObjectNode toJson() {
        ObjectNode json = Json.object();
        json.put("type", "/problems/" + name);
        json.put("title", title);
        json.put("status", status);
        json.put("detail", detail);
        if (!errors.isEmpty()) {
            ArrayNode array = json.putArray("errors");
            errors.forEach(
                    e -> array.addObject().put("pointer", e.pointer()).put("detail", e.detail()));
        }
        members.forEach(json::put);
        return json;
    }
}
