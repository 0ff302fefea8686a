package dev.alluvium.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.language.LanguageModel;
import dev.alluvium.models.language.Prompt;
import dev.alluvium.state.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A model that says what a test tells it to, and keeps what it was asked. */
final class ScriptedModel implements LanguageModel {

    static final String ANALYSIS = "query_analysis";
    static final String GAPS = "evidence_gaps";

    private final Map<String, Function<Prompt, ObjectNode>> script = new ConcurrentHashMap<>();
    private final List<Prompt> asked = new CopyOnWriteArrayList<>();

    /** What it answers to prompts of a name. */
    ScriptedModel answers(String prompt, String json) {
        return does(prompt, asked -> object(json));
    }

    ScriptedModel does(String prompt, Function<Prompt, ObjectNode> behaviour) {
        script.put(prompt, behaviour);
        return this;
    }

    /** An analysis into sub-queries, with no more to say of the query than its complexity. */
    static String analysis(double complexity, String... subQueries) {
        return analysis(complexity, List.of(subQueries), List.of(), "", "");
    }

    static String analysis(
            double complexity,
            List<String> subQueries,
            List<String> scopes,
            String timeFrom,
            String timeTo) {
        ObjectNode json = Json.object();
        subQueries.forEach(json.putArray("sub_queries")::add);
        scopes.forEach(json.putArray("scopes")::add);
        return json.put("time_from", timeFrom)
                .put("time_to", timeTo)
                .put("complexity", complexity)
                .toString();
    }

    static String gaps(List<String> gaps, List<String> subQueries, List<String> scopes) {
        ObjectNode json = Json.object();
        Map.of("gaps", gaps, "sub_queries", subQueries, "scopes", scopes)
                .forEach((name, texts) -> texts.forEach(json.putArray(name)::add));
        return json.toString();
    }

    List<Prompt> asked() {
        return List.copyOf(asked);
    }

    List<Prompt> asked(String name) {
        return asked.stream().filter(prompt -> prompt.name().equals(name)).toList();
    }

    static JsonNode material(Prompt prompt) {
        return object(prompt.material());
    }

    static ObjectNode object(String json) {
        return (ObjectNode) Json.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String name() {
        return "scripted/model";
    }

    @Override
    public ObjectNode answer(Prompt prompt) {
        asked.add(prompt);
        Function<Prompt, ObjectNode> behaviour = script.get(prompt.name());
        if (behaviour == null) {
            throw new AssertionError("nobody said what to answer to " + prompt.name());
        }
        return behaviour.apply(prompt);
    }

    @Override
    public void close() {}
}
