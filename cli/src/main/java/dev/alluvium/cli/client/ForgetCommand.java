package dev.alluvium.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Deletes records for good. */
@Command(
        name = "forget",
        description = "Deletes, for good, the records that meet all the given filters.")
public final class ForgetCommand implements Callable<Integer> {

    @Mixin private MemoryArguments arguments;

    @Option(
            names = "--scope",
            split = ",",
            paramLabel = "PATH",
            description = "Records in these branches.")
    private List<String> scopes;

    @Option(
            names = "--categories",
            split = ",",
            paramLabel = "NAME",
            description = "Records with one of these categories.")
    private List<String> categories;

    @Option(
            names = "--older-than",
            paramLabel = "TIME",
            description = "Records created before this time.")
    private String olderThan;

    @Option(
            names = "--metadata",
            paramLabel = "NAME=VALUE",
            description =
                    "Records with this metadata; the value is JSON, or else a text. Repeatable.")
    private Map<String, String> metadata;

    @Option(names = "--id", split = ",", paramLabel = "ID", description = "These records.")
    private List<String> ids;

    @Option(names = "--all", description = "All records, where no filter is given.")
    private boolean all;

    @Option(names = "--yes", description = "Does not ask.")
    private boolean yes;

    @Option(names = "--json", description = "Prints the server's answer.")
    private boolean json;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        ObjectNode filter = filter();
        if (filter.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no filter is given; give one, or --all to delete every record");
        }
        if (!yes && !confirmed(filter)) {
            arguments.print(List.of("nothing was deleted"));
            return 1;
        }
        JsonNode answer = arguments.client().post(arguments.path("/forget?wait=true"), filter);
        if (json) {
            arguments.print(answer);
        } else {
            long forgotten = answer.path("forgotten").asLong();
            arguments.print(
                    List.of(
                            "%,d %s deleted from %s"
                                    .formatted(
                                            forgotten,
                                            forgotten == 1 ? "record" : "records",
                                            arguments.memory())));
        }
        return 0;
    }

    private ObjectNode filter() {
        ObjectNode filter = Json.object();
        MemoryArguments.put(filter, "scopes", scopes);
        MemoryArguments.put(filter, "categories", categories);
        MemoryArguments.put(filter, "older_than", olderThan);
        MemoryArguments.put(filter, "ids", ids);
        if (metadata != null) {
            ObjectNode values = filter.putObject("metadata");
            metadata.forEach((name, value) -> values.set(name, value(value)));
        }
        if (all) {
            filter.put("all", true);
        }
        return filter;
    }

    private static JsonNode value(String text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            return Json.MAPPER.getNodeFactory().textNode(text);
        }
    }

    private boolean confirmed(ObjectNode filter) {
        if (!Terminal.isInteractive()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "deleting needs a yes, and there is no terminal to ask; give --yes");
        }
        List<String> said = new ArrayList<>();
        filter.properties().forEach(field -> said.add(field.getKey() + " " + field.getValue()));
        String answer =
                System.console()
                        .readLine(
                                "Delete from %s, for good, the records with %s? [y/N] ",
                                arguments.memory(), String.join(" and ", said));
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
    }
}
