package dev.alluvium.state.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.option.MemoryOptions;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the catalogue says of arguments is what is read. */
class ToolTest {

    private static final ToolCaller CALLER =
            new ToolCaller(
                    new MemoryId("a", "u"),
                    "key",
                    Instant.parse("2026-01-01T00:00:00Z"),
                    MemoryOptions.DEFAULTS,
                    query -> null,
                    query -> null);

    @ParameterizedTest
    @EnumSource(Tool.class)
    void argumentsByTheSchemaAreTaken(Tool tool) {
        ObjectNode arguments = required(tool.schema());

        if (tool == Tool.HISTORY || tool == Tool.FORGET) {
            arguments.put("entity", "Alice");
        }
        ToolCall call = call(tool, arguments);

        assertThat(call instanceof ToolCall.Read).isEqualTo(tool.effect() == Tool.Effect.READS);
        if (call instanceof ToolCall.Write write) {
            Command logged = CommandCodec.decode(CommandCodec.encode(write.command()));
            assertThat(logged).isEqualTo(write.command());
            assertThat(logged.idempotencyKey()).isEqualTo("key");
        }
    }

    @ParameterizedTest
    @EnumSource(Tool.class)
    void whatTheSchemaDoesNotKnowIsRefusedByName(Tool tool) {
        ObjectNode arguments = required(tool.schema()).put("mood", "good");

        assertThatThrownBy(() -> call(tool, arguments))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("/mood");
    }

    @ParameterizedTest
    @EnumSource(Tool.class)
    void whatTheSchemaRequiresIsMissedByName(Tool tool) {
        for (JsonNode name : tool.schema().path("required")) {
            ObjectNode arguments = required(tool.schema());
            arguments.remove(name.asText());

            assertThatThrownBy(() -> call(tool, arguments))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining(name.asText() + " is missing");
        }
    }

    @ParameterizedTest
    @EnumSource(Tool.class)
    void everythingTheSchemaHasIsReadByItsType(Tool tool) {
        for (Map.Entry<String, JsonNode> property : tool.schema().get("properties").properties()) {
            ObjectNode arguments = required(tool.schema());
            arguments.putObject(property.getKey());

            assertThatThrownBy(() -> call(tool, arguments))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("/" + property.getKey());
        }
    }

    @Test
    void nothingIsDoneWhereNothingIsGiven() {
        assertThat(done(Tool.CREATE_ENTITIES, "{\"entities\":[]}").json())
                .hasToString("{\"entities\":[]}");
        assertThat(done(Tool.ADD_OBSERVATIONS, "{\"observations\":[]}").text()).isEqualTo("[ ]");
        assertThat(done(Tool.DELETE_ENTITIES, "{\"entityNames\":[]}").text())
                .isEqualTo("Entities deleted successfully");
        assertThat(done(Tool.FORGET, "{\"entity\":\"Alice\",\"facts\":[]}").json())
                .hasToString("{\"forgotten\":0}");
    }

    @Test
    void anUnknownToolIsToldWithThoseThereAre() {
        assertThat(Tool.of("read_graph")).isEqualTo(Tool.READ_GRAPH);
        assertThatThrownBy(() -> Tool.of("dance"))
                .hasMessageContaining("dance")
                .hasMessageContaining("remember, relate");
    }

    private static ToolAnswer done(Tool tool, String arguments) {
        ToolCall call = call(tool, (ObjectNode) Json.parse(arguments.getBytes()));
        return ((ToolCall.Done) call).answer();
    }

    private static ToolCall call(Tool tool, ObjectNode arguments) {
        return tool.call(Fields.of(arguments), CALLER);
    }

    /** The least that a schema wants. */
    private static ObjectNode required(JsonNode schema) {
        ObjectNode object = Json.object();
        for (JsonNode name : schema.path("required")) {
            object.set(name.asText(), value(schema.at("/properties/" + name.asText())));
        }
        return object;
    }

    private static JsonNode value(JsonNode schema) {
        return switch (schema.get("type").asText()) {
            case "string" -> Json.MAPPER.getNodeFactory().textNode("something");
            case "array" -> Json.MAPPER.createArrayNode().add(value(schema.get("items")));
            case "object" -> required(schema);
            default -> Json.MAPPER.getNodeFactory().numberNode(1);
        };
    }
}
