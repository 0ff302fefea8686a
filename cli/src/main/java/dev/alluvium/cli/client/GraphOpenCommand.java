package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows entities by name. */
@Command(name = "open", description = "Shows entities by name, with what holds of them.")
public final class GraphOpenCommand implements Callable<Integer> {

    @Parameters(arity = "1..*", paramLabel = "NAME", description = "Names or aliases of entities.")
    private List<String> names;

    @Mixin private MemoryArguments arguments;
    @Mixin private MomentArguments moment;

    @Option(names = "--json", description = "Prints the server's answer.")
    private boolean json;

    /** 1 where none of the names means an entity. */
    @Override
    public Integer call() throws Exception {
        ObjectNode body = Json.object();
        MemoryArguments.put(body, "names", names);
        moment.put(body);
        JsonNode answer = arguments.client().post(arguments.path("/graph/open"), body);
        if (json) {
            arguments.print(answer);
        } else {
            arguments.print(lines(answer));
        }
        return answer.path("entities").isEmpty() ? 1 : 0;
    }

    private static List<String> lines(JsonNode answer) {
        int columns = Terminal.columns();
        List<String> lines = new ArrayList<>();
        for (JsonNode entity : answer.path("entities")) {
            lines.add(TextWidth.cut(TextWidth.oneLine(FactLines.head(entity)), columns));
            Table table = new Table("FROM", "UNTIL", "ID", "FACT");
            List<JsonNode> facts = FactLines.facts(entity);
            for (JsonNode fact : facts) {
                table.row(
                        FactLines.day(fact.path("valid_from")),
                        FactLines.day(fact.path("valid_to")),
                        fact.path("id").asText(),
                        FactLines.says(fact, entity.path("name").asText()));
            }
            if (!facts.isEmpty()) {
                lines.addAll(table.lines(columns));
            }
            lines.add("");
        }
        for (JsonNode unknown : answer.path("unknown")) {
            lines.add("no entity \"" + TextWidth.oneLine(unknown.asText()) + "\"");
        }
        return lines;
    }
}
