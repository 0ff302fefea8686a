package dev.alluvium.query.route;

import dev.alluvium.query.http.Problem;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;
import dev.alluvium.state.recall.RecallRequest;
import dev.alluvium.state.recall.RecallRequest.Mode;
import dev.alluvium.state.scope.Confinement;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.vector.Units;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The body of a recall, read and checked.
 *
 * @param vector the caller's own embedding of the query, or null
 * @param isDeep whether a language model may help
 * @param taskId what an agent retrieves records for, or null
 * @param explain whether the steps and their times are wanted
 * @param readOnly whether the recall must leave no trace in {@code last_accessed}
 */
record RecallFields(
        String query,
        List<Scope> scopes,
        List<String> categories,
        String source,
        boolean includePrivate,
        int limit,
        boolean isDeep,
        String taskId,
        Mode mode,
        Map<String, String> overrides,
        Double minScore,
        Instant asOf,
        Instant knownAt,
        float[] vector,
        boolean explain,
        boolean includeVectors,
        boolean readOnly) {

    /** The longest query, in bytes of UTF-8. */
    static final int MAX_QUERY_BYTES = 8 * 1024;

    static final int MAX_LIMIT = 1000;

    private static final int DEFAULT_LIMIT = 10;
    private static final int MAX_TASK_BYTES = 256;
    private static final int MAX_SCOPES = 1000;

    /** The options that only change how a recall searches, so that a request may set them. */
    private static final Set<Setting> OF_RECALL =
            Set.of(
                    Setting.RECENCY_WEIGHT,
                    Setting.SEMANTIC_WEIGHT,
                    Setting.IMPORTANCE_WEIGHT,
                    Setting.RECENCY_HALF_LIFE_DAYS,
                    Setting.CONFIDENCE_THRESHOLD_HIGH,
                    Setting.CONFIDENCE_THRESHOLD_LOW,
                    Setting.COMPLEX_QUERY_THRESHOLD,
                    Setting.EXPLORATION_BUDGET,
                    Setting.QUERY_ANALYSIS_THRESHOLD);

    static RecallFields read(Fields fields) {
        String query = fields.text("query", MAX_QUERY_BYTES);
        float[] vector = Units.unit(fields.vector("vector"));
        if (query == null && vector == null && !fields.hasProblems()) {
            fields.problem("query", "query is missing; give a text or a vector");
        }
        Scope scope = fields.parsed("scope", Scope::of);
        List<Scope> scopes = fields.parsedList("scopes", Scope::of);
        if (scope != null && scopes != null) {
            fields.problem("scope", "both scope and scopes are given; give one");
        }
        if (scopes != null && (scopes.isEmpty() || scopes.size() > MAX_SCOPES)) {
            fields.problem(
                    "scopes", "scopes has " + scopes.size() + " entries; give 1 to " + MAX_SCOPES);
        }
        Map<String, String> overrides = options(fields);
        fields.object("weights", weights -> weights(weights, overrides));
        number(fields, "half_life_days", Setting.RECENCY_HALF_LIFE_DAYS, overrides);
        String depth = oneOf(fields, "depth", Set.of("deep", "shallow"));
        String mode = oneOf(fields, "mode", Set.of("hybrid", "semantic", "lexical"));
        RecallFields recall =
                new RecallFields(
                        query == null ? "" : query,
                        scope == null ? scopes : List.of(scope),
                        fields.texts("categories"),
                        fields.text("source"),
                        fields.flag("include_private", false),
                        fields.integer("limit", 1, MAX_LIMIT, DEFAULT_LIMIT),
                        !"shallow".equals(depth),
                        fields.text("task_id", MAX_TASK_BYTES),
                        mode == null ? Mode.HYBRID : Mode.valueOf(mode.toUpperCase(Locale.ROOT)),
                        overrides,
                        fields.number("min_score", 0, 1_000),
                        fields.instant("as_of"),
                        fields.instant("known_at"),
                        vector,
                        fields.flag("explain", false),
                        fields.flag("include_vectors", false),
                        fields.flag("read_only", false));
        fields.done();
        return recall;
    }

    /** Whether the search wants a vector that the caller did not bring. */
    boolean wantsEmbedding() {
        return vector == null && mode != Mode.LEXICAL && !query.isBlank();
    }

    RecallRequest request(Confinement view, float[] searched, MemoryOptions defaults) {
        if (mode == Mode.SEMANTIC && searched == null && !query.isBlank()) {
            throw Problem.of(
                            422,
                            "no-embedder",
                            "No embedding model",
                            "mode semantic needs a vector and no embedding model is configured;"
                                    + " send vector, or use mode lexical")
                    .exception();
        }
        return new RecallRequest(
                query,
                searched,
                view.reads(scopes),
                categories == null || categories.isEmpty() ? null : categories,
                source,
                includePrivate,
                limit,
                mode,
                defaults,
                overrides,
                minScore,
                asOf,
                knownAt,
                null,
                Instant.now());
    }

    private static Map<String, String> options(Fields fields) {
        Map<String, String> overrides = new LinkedHashMap<>();
        fields.object(
                "options",
                options -> {
                    for (Setting setting : Setting.values()) {
                        if (OF_RECALL.contains(setting)) {
                            number(options, setting.key(), setting, overrides);
                        }
                    }
                    return options;
                });
        return overrides;
    }

    private static Fields weights(Fields weights, Map<String, String> overrides) {
        number(weights, "semantic", Setting.SEMANTIC_WEIGHT, overrides);
        number(weights, "recency", Setting.RECENCY_WEIGHT, overrides);
        number(weights, "importance", Setting.IMPORTANCE_WEIGHT, overrides);
        return weights;
    }

    private static void number(
            Fields fields, String name, Setting setting, Map<String, String> overrides) {
        Double value = fields.number(name, -Double.MAX_VALUE, Double.MAX_VALUE);
        if (value == null) {
            return;
        }
        try {
            String text = value.toString();
            setting.parse(text);
            overrides.put(setting.key(), text);
        } catch (IllegalArgumentException e) {
            fields.problem(name, e.getMessage());
        }
    }

    /** A text that is one of those allowed; null where it is absent, or another. */
    static String oneOf(Fields fields, String name, Set<String> allowed) {
        String text = fields.text(name);
        if (text != null && !allowed.contains(text)) {
            fields.problem(
                    name,
                    "\""
                            + text
                            + "\" is not one of "
                            + String.join(", ", allowed.stream().sorted().toList()));
            return null;
        }
        return text;
    }
}
