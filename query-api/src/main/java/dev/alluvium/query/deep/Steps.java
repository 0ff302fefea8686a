package dev.alluvium.query.deep;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.deep.Reach.Suggested;
import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordJson;
import dev.alluvium.state.scope.Confinement;
import dev.alluvium.state.scope.Scope;
import java.util.List;
import java.util.Locale;

/** Writes down what a recall did, for whoever asks it to explain. Used by one thread. */
final class Steps {

    private final ObjectNode json = Json.object();
    private final ArrayNode steps = Json.MAPPER.createArrayNode();

    ObjectNode plain(String because) {
        return done("plain", because, 0);
    }

    /**
     * @param route {@code plain}, {@code answered} or {@code explored}
     */
    ObjectNode done(String route, String because, double confidence) {
        json.put("route", route);
        json.put("because", because);
        if (!steps.isEmpty()) {
            json.put("confidence", confidence);
        }
        json.set("steps", steps);
        return json;
    }

    void analysed(QueryAnalysis analysis, Confinement view, long nanos) {
        ObjectNode step = step(QueryAnalysis.STEP, nanos);
        RecordJson.putTexts(step, "sub_queries", analysis.subQueries());
        suggested(step, analysis.scopes(), view);
        if (analysis.period() != null) {
            period(step, analysis.period());
        }
        step.put("complexity", analysis.complexity());
    }

    void gaps(EvidenceGaps gaps, Confinement view, long nanos) {
        ObjectNode step = step(EvidenceGaps.STEP, nanos);
        RecordJson.putTexts(step, "gaps", gaps.gaps());
        RecordJson.putTexts(step, "sub_queries", gaps.subQueries());
        suggested(step, gaps.scopes(), view);
    }

    void noAnswer(Fallback fallback, long nanos) {
        step(fallback.step(), nanos)
                .put("fallback", fallback.reason().key())
                .put("detail", fallback.detail());
    }

    /** The step of the caller's own search. */
    ArrayNode search() {
        return steps.addObject().put("step", "search").putArray("searches");
    }

    /** The step in which searches are made side by side; each is added by {@link #searched}. */
    ArrayNode searches(long nanos) {
        return step("search", nanos).putArray("searches");
    }

    static void searched(
            ArrayNode searches, Search search, Confinement view, int results, int added) {
        ObjectNode one = searches.addObject();
        one.put("query", search.text());
        RecordJson.putTexts(one, "scopes", shown(search.scopes(), view));
        if (search.period() != null) {
            period(one, search.period());
        }
        one.put("results", results).put("new", added);
    }

    void routed(Routing routing, double confidence) {
        steps.addObject()
                .put("step", "route")
                .put("confidence", confidence)
                .put("next", routing.next().name().toLowerCase(Locale.ROOT))
                .put("because", routing.because());
    }

    private ObjectNode step(String name, long nanos) {
        return steps.addObject().put("step", name).put("took_ms", nanos / 1_000 / 1_000.0);
    }

    private static void suggested(ObjectNode step, Suggested scopes, Confinement view) {
        RecordJson.putTexts(step, "scopes", shown(scopes.within(), view));
        RecordJson.putTexts(step, "ignored_scopes", scopes.ignored());
    }

    private static List<String> shown(List<Scope> scopes, Confinement view) {
        return scopes.stream().map(scope -> view.shown(scope).path()).toList();
    }

    private static void period(ObjectNode at, Interval period) {
        ObjectNode time = at.putObject("time");
        time.put("from", period.from().toString());
        time.put("to", period.to() == null ? null : period.to().toString());
    }
}
