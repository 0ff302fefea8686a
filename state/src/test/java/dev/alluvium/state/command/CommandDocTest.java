package dev.alluvium.state.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.MemoryId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Other programs write commands by docs/commands.md; what it shows must be read. */
class CommandDocTest {

    private static final Path PAGE = Path.of("..", "docs", "commands.md");
    private static final Pattern JSON = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL);

    private static String page() throws IOException {
        return Files.readString(PAGE);
    }

    private static List<Command> examples() throws IOException {
        return JSON.matcher(page())
                .results()
                .map((MatchResult example) -> example.group(1).getBytes(StandardCharsets.UTF_8))
                .map(CommandCodec::decode)
                .toList();
    }

    @Test
    void everyExampleIsDecodedAndEveryKindHasOne() throws IOException {
        Set<String> kinds = new TreeSet<>();
        for (Command command : examples()) {
            kinds.add(CommandCodec.toJson(command).path("command").asText());
            assertThat(command.memory()).isEqualTo(new MemoryId("support", "zoë"));
        }
        assertThat(kinds)
                .containsExactly(
                        "assert_facts",
                        "configure",
                        "decide",
                        "delete_facts",
                        "distill",
                        "erase",
                        "forget",
                        "identify_entity",
                        "log_turns",
                        "reembed",
                        "remember",
                        "reset",
                        "revise_fact",
                        "set_vectors",
                        "touch",
                        "update");
    }

    @Test
    void exampleOfAKeyIsTheKey() throws IOException {
        assertThat(page())
                .contains("`" + new MemoryId("support bot", "zoë").key() + "`")
                .contains("`support bot`", "`zoë`");
    }
}
