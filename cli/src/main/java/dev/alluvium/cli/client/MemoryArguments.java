package dev.alluvium.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.json.Json;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The arguments of every command that asks about one memory, and how its answer is shown. */
final class MemoryArguments {

    @Option(
            names = "--memory",
            paramLabel = "APP/USER",
            required = true,
            description = "The memory; a slash inside a name is written %%2F.",
            converter = ServerArguments.MemoryConverter.class)
    private MemoryId memory;

    @Mixin private ServerArguments server;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    ApiClient client() {
        return server.client();
    }

    MemoryId memory() {
        return memory;
    }

    String path(String rest) {
        return ApiClient.path(memory, rest);
    }

    void print(List<String> lines) {
        PrintWriter out = spec.commandLine().getOut();
        lines.forEach(out::println);
        out.flush();
    }

    void print(JsonNode answer) throws JsonProcessingException {
        print(List.of(Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(answer)));
    }

    static void put(ObjectNode json, String name, String value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    static void put(ObjectNode json, String name, List<String> values) {
        if (values != null && !values.isEmpty()) {
            values.forEach(json.withArray("/" + name)::add);
        }
    }
}
