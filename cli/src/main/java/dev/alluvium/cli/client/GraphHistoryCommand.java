package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows all that was ever believed of an entity. */
@Command(
        name = "history",
        description =
                "Shows every version of every fact about an entity: when it is true, and when"
                        + " the memory believed so.")
public final class GraphHistoryCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "A name or alias of the entity.")
    private String name;

    @Mixin private MemoryArguments arguments;

    @Option(names = "--json", description = "Prints the server's answer.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
        JsonNode answer =
                arguments.client().get(arguments.path("/graph/entities/" + encoded + "/history"));
        if (json) {
            arguments.print(answer);
        } else {
            arguments.print(lines(answer));
        }
        return 0;
    }

    private static List<String> lines(JsonNode answer) {
        String entity = answer.at("/entity/name").asText();
        Table table = new Table("FROM", "UNTIL", "KNOWN FROM", "KNOWN UNTIL", "WHY", "ID", "FACT");
        for (JsonNode fact : answer.path("facts")) {
            for (JsonNode version : fact.path("versions")) {
                table.row(
                        FactLines.day(version.path("valid_from")),
                        FactLines.day(version.path("valid_to")),
                        FactLines.day(version.path("known_from")),
                        FactLines.day(version.path("known_to")),
                        version.path("ended").asText(""),
                        fact.path("id").asText(),
                        FactLines.says(version, entity));
            }
        }
        return answer.path("facts").isEmpty()
                ? List.of("nothing is known of " + TextWidth.oneLine(entity))
                : table.lines(Terminal.columns());
    }
}
