package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what a memory holds on a question. */
@Command(
        name = "recall",
        description = "Shows the records, or with --turns the turns, that answer a question best.")
public final class RecallCommand implements Callable<Integer> {

    private static final int DATE_CHARACTERS = 10;
    private static final int MINUTE_CHARACTERS = 16;

    @Parameters(paramLabel = "QUERY", description = "What to look for.")
    private String query;

    @Mixin private MemoryArguments arguments;

    @Option(
            names = "--scope",
            split = ",",
            paramLabel = "PATH",
            description = "Only these branches.")
    private List<String> scopes;

    @Option(
            names = "--categories",
            split = ",",
            paramLabel = "NAME",
            description = "Only records with one of these categories.")
    private List<String> categories;

    @Option(names = "--source", paramLabel = "NAME", description = "Only records of this source.")
    private String source;

    @Option(names = "--include-private", description = "Shows private records of every source.")
    private boolean includePrivate;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Most matches, 1 to 1000; default: 10.")
    private Integer limit;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "hybrid (default), semantic or lexical.")
    private String mode;

    @Option(
            names = "--depth",
            paramLabel = "DEPTH",
            description =
                    "deep (default): a language model helps with long queries, where one is configured; shallow: one search.")
    private String depth;

    @Option(names = "--as-of", paramLabel = "TIME", description = "What was true at this time.")
    private String asOf;

    @Option(
            names = "--explain",
            description =
                    "Shows the parts of each score, what took how long and the steps of a deep recall.")
    private boolean explain;

    @Option(names = "--turns", description = "Looks in the turns instead of the records.")
    private boolean turns;

    @Option(
            names = "--session",
            paramLabel = "NAME",
            description = "With --turns: only this session.")
    private String session;

    @Option(names = "--json", description = "Prints the server's answer.")
    private boolean json;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        JsonNode answer =
                turns
                        ? arguments.client().post(arguments.path("/turns/search"), turnQuery())
                        : arguments.client().post(arguments.path("/recall"), recordQuery());
        if (json) {
            arguments.print(answer);
        } else {
            arguments.print(turns ? turns(answer) : records(answer));
        }
        return 0;
    }

    private ObjectNode recordQuery() {
        if (session != null) {
            throw new ParameterException(
                    spec.commandLine(), "--session is of turns; add --turns to look in them");
        }
        ObjectNode body = common();
        MemoryArguments.put(body, "scopes", scopes);
        MemoryArguments.put(body, "categories", categories);
        MemoryArguments.put(body, "source", source);
        MemoryArguments.put(body, "mode", mode);
        MemoryArguments.put(body, "depth", depth);
        MemoryArguments.put(body, "as_of", asOf);
        if (includePrivate) {
            body.put("include_private", true);
        }
        if (explain) {
            body.put("explain", true);
        }
        return body;
    }

    private ObjectNode turnQuery() {
        if (scopes != null
                || categories != null
                || source != null
                || mode != null
                || depth != null
                || asOf != null
                || includePrivate) {
            throw new ParameterException(
                    spec.commandLine(),
                    "turns have no scope, category, source, privacy, mode or depth; with --turns give only"
                            + " --session, --limit, --explain and --json");
        }
        ObjectNode body = common();
        MemoryArguments.put(body, "session", session);
        return body;
    }

    private ObjectNode common() {
        ObjectNode body = Json.object().put("query", query);
        if (limit != null) {
            body.put("limit", limit);
        }
        return body;
    }

    private List<String> records(JsonNode answer) {
        Table table =
                explain
                        ? new Table(
                                "SCORE", "SIM", "WORDS", "RECENT", "IMPORT", "WHY", "SCOPE",
                                "CONTENT")
                        : new Table("SCORE", "SCOPE", "CREATED", "ID", "CONTENT");
        for (JsonNode match : answer.path("matches")) {
            JsonNode record = match.path("record");
            String scope = record.path("scope").asText();
            String content = record.path("content").asText();
            if (explain) {
                JsonNode parts = match.path("parts");
                List<String> reasons = new ArrayList<>();
                match.path("match_reasons").forEach(reason -> reasons.add(reason.asText()));
                table.row(
                        number(match.path("score")),
                        number(parts.path("similarity")),
                        number(parts.path("lexical")),
                        number(parts.path("recency")),
                        number(parts.path("importance")),
                        String.join(" ", reasons),
                        scope,
                        content);
            } else {
                table.row(
                        number(match.path("score")),
                        scope,
                        start(record.path("created_at").asText(), DATE_CHARACTERS),
                        record.path("id").asText(),
                        content);
            }
        }
        List<String> lines = shown(table, answer);
        if (answer.path("suppressed").asLong() > 0) {
            lines.add("%,d more are left out".formatted(answer.path("suppressed").asLong()));
        }
        answer.path("evidence_gaps").forEach(gap -> lines.add("missing: " + gap.asText()));
        if (answer.has("fallback")) {
            lines.add("the language model did not help: " + answer.at("/fallback/detail").asText());
        }
        JsonNode deep = answer.path("deep");
        if (deep.isObject()) {
            lines.add(
                    "%s, %s: %s"
                            .formatted(
                                    answer.path("depth").asText(),
                                    deep.path("route").asText(),
                                    deep.path("because").asText()));
            deep.path("steps").forEach(step -> lines.add("  " + DeepStep.line(step)));
        }
        JsonNode timing = answer.path("timing");
        if (timing.isObject()) {
            lines.add(
                    "embedding %s ms, waiting %s ms, search %s ms"
                            .formatted(
                                    timing.path("embed_ms").asText(),
                                    timing.path("wait_ms").asText(),
                                    timing.path("search_ms").asText()));
        }
        return lines;
    }

    private List<String> turns(JsonNode answer) {
        Table table = new Table("SCORE", "AT", "SESSION", "AUTHOR", "ID", "CONTENT");
        for (JsonNode match : answer.path("matches")) {
            JsonNode turn = match.path("turn");
            String content = turn.path("content").asText();
            table.row(
                    number(match.path("score")),
                    start(turn.path("at").asText(), MINUTE_CHARACTERS).replace('T', ' '),
                    turn.path("session").asText(),
                    turn.path("author").asText(""),
                    turn.path("id").asText(),
                    explain ? content + " " + match.path("parts") : content);
        }
        return shown(table, answer);
    }

    private static List<String> shown(Table table, JsonNode answer) {
        return answer.path("matches").isEmpty()
                ? new ArrayList<>(List.of("nothing found"))
                : table.lines(Terminal.columns());
    }

    private static String number(JsonNode value) {
        return value.isNumber() ? String.format(Locale.ROOT, "%.3f", value.asDouble()) : "-";
    }

    private static String start(String text, int characters) {
        return text.substring(0, Math.min(characters, text.length()));
    }
}
