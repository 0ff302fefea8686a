package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the entities that a question is about. */
@Command(
        name = "search",
        description = "Shows the entities that answer a question best, with what holds of them.")
public final class GraphSearchCommand implements Callable<Integer> {

    @Parameters(paramLabel = "QUERY", description = "What to look for; blank: the most recent.")
    private String query;

    @Mixin private MemoryArguments arguments;
    @Mixin private MomentArguments moment;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Most entities, 1 to 1000; default: 10.")
    private Integer limit;

    @Option(names = "--json", description = "Prints the server's answer.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        ObjectNode body = Json.object().put("query", query);
        if (limit != null) {
            body.put("limit", limit);
        }
        moment.put(body);
        JsonNode answer = arguments.client().post(arguments.path("/graph/search"), body);
        if (json) {
            arguments.print(answer);
        } else {
            arguments.print(lines(answer));
        }
        return 0;
    }

    private static List<String> lines(JsonNode answer) {
        Table table = new Table("SCORE", "ENTITY", "FACTS");
        for (JsonNode match : answer.path("matches")) {
            JsonNode entity = match.path("entity");
            String name = entity.path("name").asText();
            table.row(
                    String.format(Locale.ROOT, "%.3f", match.path("score").asDouble()),
                    FactLines.head(entity),
                    FactLines.facts(entity).stream()
                            .map(fact -> FactLines.says(fact, name))
                            .collect(Collectors.joining("; ")));
        }
        List<String> lines =
                answer.path("matches").isEmpty()
                        ? new ArrayList<>(List.of("nothing found"))
                        : table.lines(Terminal.columns());
        long past = answer.path("suppressed").asLong();
        if (past > 0) {
            lines.add("%,d more by facts that do not hold at that time".formatted(past));
        }
        return lines;
    }
}
