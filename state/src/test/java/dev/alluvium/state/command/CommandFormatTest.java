package dev.alluvium.state.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Commands as every release put them into the log must stay readable: logs outlive releases, and so
 * do commands in flight in a checkpoint. {@code -Dalluvium.fixtures.write=true} stores those of
 * this release anew, for a format with a new number.
 */
class CommandFormatTest {

    private static final String NEWEST = "commands-1.txt";

    private static final String MEMORY = "{\"app\":\"shop\",\"user\":\"李/%\",";

    private static final String HEAD = MEMORY + "\"idempotency_key\":\"key\",\"command\":";

    /** Decided once whoever says it: these have no key. */
    private static final String DECIDE = "decide";

    private static final String DISTILL = "distill";

    private static final String DISTILLED_FACTS = "distilled_facts";

    private static final String SET_VECTORS = "set_vectors";

    /** By a name: what follows the head. */
    private static final Map<String, String> BODIES = new LinkedHashMap<>();

    static {
        BODIES.put(
                "remember",
                """
                "remember","records":[{"id":"r","content":"tea 𝄞","scope":"/a/b","categories":["x"],"metadata":{"k":[1,2.5,null]},
                "importance":0.75,"source":"ann","private":true,"created_at":"2026-01-01T00:00:00.5Z","valid_from":"2025-01-01",
                "valid_to":"2027-01-01","vector":[0.6,-0.8]}]}""");
        BODIES.put(
                "update",
                "\"update\",\"id\":\"r\",\"changes\":{\"content\":\"coffee\",\"importance\":0.1,\"vector\":[1,0]}}");
        BODIES.put(
                "forget",
                "\"forget\",\"scopes\":[\"/a\"],\"categories\":[\"x\"],\"older_than\":\"2026-01-01\",\"metadata\":{\"k\":1},\"ids\":[\"r\"]}");
        BODIES.put("reset", "\"reset\",\"scope\":\"/a\"}");
        BODIES.put(
                "log_turns",
                """
                "log_turns","turns":[{"id":"t","session":"s","author":"bob","content":"said","at":"2026-01-01T10:00:00Z",
                "metadata":{"n":1},"vector":[0.6,0.8]}]}""");
        BODIES.put("touch", "\"touch\",\"ids\":[\"r\"],\"at\":\"2026-01-01T00:00:00Z\"}");
        BODIES.put("configure", "\"configure\",\"options\":{\"recency_weight\":\"0.1\"}}");
        BODIES.put("erase", "\"erase\"}");
        BODIES.put(
                "assert_facts",
                """
                "assert_facts","create_missing":true,"entities":[{"name":"Zoë","type":"person","aliases":["Z"],"observations":["sings"]}],
                "observations":[{"entity":"Zoë","attribute":"timezone","single_valued":true,"observations":[{"id":"o","content":"CET",
                "valid_from":"2021-01-01","source":"a","session":"s","turn":"t","confidence":0.5,"vector":[1,0]}]}],
                "relations":[{"id":"f","source":"Zoë","type":"lives_in","target":{"name":"Paris","type":"city"},"valid_to":"2027-01-01"}]}""");
        BODIES.put(
                "invalidate",
                "\"revise_fact\",\"id\":\"f\",\"revision\":\"invalidate\",\"at\":\"2025-01-01\"}");
        BODIES.put(
                "correct",
                "\"revise_fact\",\"id\":\"f\",\"revision\":\"correct\",\"valid_from\":\"2022-03-15\"}");
        BODIES.put(
                "retract",
                "\"revise_fact\",\"id\":\"f\",\"revision\":\"retract\",\"reason\":\"misheard\"}");
        BODIES.put(
                "supersede",
                "\"revise_fact\",\"id\":\"f\",\"revision\":\"supersede\",\"by\":\"g\"}");
        BODIES.put(
                "add_alias",
                "\"identify_entity\",\"identity\":\"add_alias\",\"entity\":\"Zoë\",\"alias\":\"زوي\"}");
        BODIES.put(
                "merge",
                "\"identify_entity\",\"identity\":\"merge\",\"entity\":\"Z\",\"into\":\"Zoë\"}");
        BODIES.put(
                "infer",
                "\"remember\",\"infer\":true,\"records\":[{\"content\":\"tea\",\"vector\":[1,0]}]}");
        BODIES.put("delete_facts", "\"delete_facts\",\"facts\":[\"f\"]}");
        BODIES.put(
                DISTILL,
                """
                "distill","session":"s","of":"3:17","up_to":42,"records":[{"content":"tea","vector":[1,0]}],"failure":"late"}""");
        BODIES.put("reembed", "\"reembed\",\"embedder\":\"m\",\"anew\":true}");
        BODIES.put(
                SET_VECTORS,
                """
                "set_vectors","embedder":"m","of":"3:17","kind":"turns","up_to":42,"rows":[{"row":40,"vector":[1,0],"pair_vector":[0,1]},
                {"row":41,"text":"tea"}],"failure":"down"}""");
        BODIES.put(
                DISTILLED_FACTS,
                """
                "distill","session":"s","of":"3:17","up_to":42,"records":[],"entities":[{"name":"Zoë","type":"person"}],
                "observations":[{"entity":"Zoë","observations":[{"content":"sings","source":"a","session":"s","turn":"t",
                "valid_from":"2021-01-01","vector":[1,0]}]}],
                "relations":[{"source":"Zoë","type":"lives_in","target":"باريس","session":"s","turn":"t","valid_to":"2027-01-01"}]}""");
        BODIES.put(
                DECIDE,
                """
                "decide","of":"3:17","decisions":[{"id":"r","analysis":{"scope":"/a","categories":["x"],"importance":0.75,
                "metadata":{"topics":["t"]}},"plan":{"insert_new":false,"steps":[{"id":"o","action":"update","content":"tea",
                "vector":[1,0]},{"id":"p","action":"delete"}]}},{"id":"s","failure":"down"}]}""");
    }

    private static String head(String name) {
        return Set.of(DECIDE, DISTILL, DISTILLED_FACTS, SET_VECTORS).contains(name)
                ? MEMORY + "\"command\":"
                : HEAD;
    }

    private static Map<String, Command> commands() {
        Map<String, Command> commands = new LinkedHashMap<>();
        BODIES.forEach(
                (name, body) ->
                        commands.put(
                                name, CommandCodec.decode((head(name) + body).getBytes(UTF_8))));
        return commands;
    }

    @Test
    void everyKindHasASample() {
        Set<Class<?>> kinds =
                commands().values().stream().map(Object::getClass).collect(Collectors.toSet());
        assertThat(kinds).isEqualTo(new HashSet<>(Set.of(Command.class.getPermittedSubclasses())));
    }

    @Test
    void commandsOfEveryReleaseAreRead() throws IOException {
        Map<String, Command> commands = commands();
        stored().forEach(
                        (name, bytes) ->
                                assertThat(CommandCodec.toJson(CommandCodec.decode(bytes)))
                                        .as(name)
                                        .isEqualTo(CommandCodec.toJson(commands.get(name))));
    }

    @Test
    void commandsOfThisReleaseAreStored() throws IOException {
        if (Boolean.getBoolean("alluvium.fixtures.write")) {
            write();
        }
        Map<String, byte[]> stored = stored();
        assertThat(stored).containsOnlyKeys(BODIES.keySet());
        commands()
                .forEach(
                        (name, command) ->
                                assertThat(CommandCodec.encode(command))
                                        .as(
                                                "%s: a changed format needs a new number and file",
                                                name)
                                        .isEqualTo(stored.get(name)));
    }

    /** Lines {@code name base64}. */
    private static Map<String, byte[]> stored() throws IOException {
        try (InputStream in = CommandFormatTest.class.getResourceAsStream(NEWEST)) {
            Map<String, byte[]> commands = new LinkedHashMap<>();
            new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .map(line -> line.split(" "))
                    .forEach(parts -> commands.put(parts[0], Base64.getDecoder().decode(parts[1])));
            return commands;
        }
    }

    private static void write() throws IOException {
        StringBuilder lines = new StringBuilder();
        commands()
                .forEach(
                        (name, command) ->
                                lines.append(name)
                                        .append(' ')
                                        .append(
                                                Base64.getEncoder()
                                                        .encodeToString(
                                                                CommandCodec.encode(command)))
                                        .append('\n'));
        for (String folder : new String[] {"src/test/resources", "target/test-classes"}) {
            Path file = Path.of(folder, "dev/alluvium/state/command", NEWEST);
            Files.createDirectories(file.getParent());
            Files.writeString(file, lines);
        }
    }
}
