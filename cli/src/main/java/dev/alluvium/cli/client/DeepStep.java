package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** One step of a deep recall, told in a line. */
final class DeepStep {

    private DeepStep() {}

    static String line(JsonNode step) {
        List<String> said = new ArrayList<>();
        for (JsonNode search : step.path("searches")) {
            said.add(
                    "\"%s\"%s found %s, %s new"
                            .formatted(
                                    search.path("query").asText(),
                                    where(search.path("scopes")),
                                    search.path("results").asText(),
                                    search.path("new").asText()));
        }
        step.path("sub_queries").forEach(text -> said.add("asks \"" + text.asText() + "\""));
        step.path("ignored_scopes").forEach(scope -> said.add("ignores " + scope.asText()));
        step.path("gaps").forEach(gap -> said.add("misses \"" + gap.asText() + "\""));
        if (step.has("next")) {
            said.add(step.path("next").asText() + ": " + step.path("because").asText());
        }
        if (step.has("fallback")) {
            said.add(step.path("detail").asText());
        }
        String took = step.has("took_ms") ? " (" + step.path("took_ms").asText() + " ms)" : "";
        return step.path("step").asText()
                + took
                + (said.isEmpty() ? "" : ": ")
                + String.join("; ", said);
    }

    private static String where(JsonNode scopes) {
        List<String> paths = new ArrayList<>();
        scopes.forEach(scope -> paths.add(scope.asText()));
        return paths.isEmpty() ? "" : " in " + String.join(", ", paths);
    }
}
