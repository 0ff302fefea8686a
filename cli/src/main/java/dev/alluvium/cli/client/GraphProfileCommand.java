package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the card that tells a model who a user is. */
@Command(
        name = "profile",
        description = "Shows the card of the most recent entities, for a system prompt.")
public final class GraphProfileCommand implements Callable<Integer> {

    @Mixin private MemoryArguments arguments;
    @Mixin private MomentArguments moment;

    @Option(names = "--entities", paramLabel = "N", description = "Most entities; default: 12.")
    private Integer entities;

    @Option(
            names = "--observations",
            paramLabel = "N",
            description = "Most observations of an entity; default: 5.")
    private Integer observations;

    @Option(
            names = "--max-chars",
            paramLabel = "N",
            description = "Most characters of the card; default: any number.")
    private Integer maxChars;

    @Option(names = "--json", description = "Prints the server's answer.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        String parameters =
                number("entities", entities)
                        + number("observations", observations)
                        + number("max_chars", maxChars)
                        + moment.parameters();
        String path = parameters.isEmpty() ? "/profile" : "/profile?" + parameters.substring(1);
        JsonNode answer = arguments.client().get(arguments.path(path));
        if (json) {
            arguments.print(answer);
        } else {
            arguments.print(List.of(answer.path("card").asText()));
        }
        return 0;
    }

    private static String number(String name, Integer value) {
        return MomentArguments.parameter(name, value == null ? null : value.toString());
    }
}
