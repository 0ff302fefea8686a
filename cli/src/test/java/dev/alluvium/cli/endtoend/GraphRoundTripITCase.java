package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.cli.TestingCommands;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Graphs go into a memory and come out of it byte for byte. They follow from a seed, which is
 * printed; {@code -Dalluvium.seed=N} makes the same ones again.
 */
class GraphRoundTripITCase {

    @RegisterExtension static final SharedServer SERVER = new SharedServer();

    private static final long SEED = Long.getLong("alluvium.seed", System.nanoTime());

    private static final List<String> PARTS =
            List.of(
                    "Zoë",
                    "محمد",
                    "علي",
                    "北京",
                    "大学",
                    "서울",
                    "Москва",
                    "O'Neil",
                    "\"Bob\"",
                    "a/b",
                    "c:\\d",
                    "100%",
                    "🦊",
                    "👩‍👩‍👧",
                    "x+y",
                    "#1",
                    "\u001b[0m",
                    "नमस्ते",
                    "né");

    @TempDir Path directory;

    @Test
    void theFileOfAnMcpMemoryServerComesBack() throws Exception {
        System.out.println("GraphRoundTripITCase: -Dalluvium.seed=" + SEED);
        Path file = Files.writeString(directory.resolve("memory.jsonl"), mcpMemory());

        backfill(file, "mcp-memory", "trip/mcp");
        String graph = Files.readString(export("graph-jsonl", "trip/mcp"));

        assertThat(export("mcp-memory", "trip/mcp")).hasSameBinaryContentAs(file);
        backfill(file, "mcp-memory", "trip/mcp");
        assertThat(export("graph-jsonl", "trip/mcp")).as("after the second run").hasContent(graph);
    }

    @Test
    void aGraphWithItsTimesComesBackFromAnotherMemory() throws Exception {
        Memory memory = SERVER.memory("trip", "one");
        Random random = new Random(SEED);
        for (int i = 0; i < 20; i++) {
            memory.post("/graph", statements(random));
        }
        memory.post(
                "/graph",
                """
                {"entities":[{"name":"Paris","type":"city","aliases":["Lutetia"]},{"name":"Paris","type":"person","distinct":true}],
                 "observations":[{"entity":{"name":"Paris","type":"person"},"observations":[
                    {"id":"said","content":"has two sources","valid_from":"2020-01-01","source":"a","confidence":0.5},
                    {"content":"has two sources","valid_from":"2020-01-01","source":"b","session":"s","turn":"t"}]}]}
                """);
        memory.post("/graph/facts/said/invalidate?wait=true", "{\"at\":\"2024-01-01\"}");

        Path first = export("graph-jsonl", "trip/one");
        backfill(first, "graph-jsonl", "trip/two");
        Path second = export("graph-jsonl", "trip/two");

        assertThat(Files.readAllLines(first)).hasSizeGreaterThan(100);
        assertThat(second).hasSameBinaryContentAs(first);
        backfill(second, "graph-jsonl", "trip/two");
        assertThat(export("graph-jsonl", "trip/two")).hasSameBinaryContentAs(first);
    }

    private void backfill(Path file, String format, String memory) throws Exception {
        TestingCommands.run(
                "backfill",
                file.toString(),
                "--format",
                format,
                "--memory",
                memory,
                "--give-up-after",
                "30s",
                "--url",
                SERVER.program().url());
        assertThat(file.resolveSibling(file.getFileName() + ".rejected")).doesNotExist();
    }

    private Path export(String format, String memory) throws Exception {
        Path file = Files.createTempFile(directory, "export", ".jsonl");
        TestingCommands.run(
                "export",
                "--memory",
                memory,
                "--format",
                format,
                "--output",
                file.toString(),
                "--url",
                SERVER.program().url());
        return file;
    }

    /** As JSON.stringify writes it; the hub has more observations than a row of an import. */
    private static String mcpMemory() {
        Random random = new Random(SEED);
        List<String> names = List.copyOf(texts(random, 80));
        List<String> lines = new ArrayList<>();
        for (String name : names) {
            Set<String> observations =
                    name.equals(names.get(7))
                            ? IntStream.range(0, 1_234)
                                    .mapToObj(i -> "fact " + i)
                                    .collect(Collectors.toCollection(LinkedHashSet::new))
                            : texts(random, random.nextInt(5));
            lines.add(
                    "{\"type\":\"entity\",\"name\":%s,\"entityType\":%s,\"observations\":[%s]}"
                            .formatted(
                                    quoted(name),
                                    quoted(pick(random, PARTS.subList(0, 16))),
                                    observations.stream()
                                            .map(GraphRoundTripITCase::quoted)
                                            .collect(Collectors.joining(","))));
        }
        Set<String> relations = new LinkedHashSet<>();
        while (relations.size() < 150) {
            relations.add(
                    "{\"type\":\"relation\",\"from\":%s,\"to\":%s,\"relationType\":%s}"
                            .formatted(
                                    quoted(pick(random, names)),
                                    quoted(pick(random, names)),
                                    quoted(pick(random, PARTS.subList(0, 16)))));
        }
        lines.addAll(relations);
        return String.join("\n", lines);
    }

    private static String statements(Random random) {
        List<String> relations = new ArrayList<>();
        List<String> observations = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String times =
                    "\"valid_from\":\"20%02d-01-01\"%s"
                            .formatted(
                                    10 + random.nextInt(10),
                                    random.nextBoolean() ? ",\"valid_to\":\"2022-06-01\"" : "");
            relations.add(
                    "{\"source\":%s,\"type\":\"lives_in\",\"target\":%s,\"single_valued\":%s,%s}"
                            .formatted(
                                    quoted(pick(random, PARTS.subList(0, 8))),
                                    quoted(pick(random, PARTS.subList(8, 16))),
                                    random.nextBoolean(),
                                    times));
            observations.add(
                    "{\"content\":%s,\"attribute\":\"mood\",\"single_valued\":true,%s}"
                            .formatted(quoted("feels " + random.nextInt(9)), times));
        }
        return "{\"create_missing\":true,\"relations\":[%s],\"observations\":[{\"entity\":%s,\"observations\":[%s]}]}"
                .formatted(
                        String.join(",", relations),
                        quoted(pick(random, PARTS.subList(0, 16))),
                        String.join(",", observations));
    }

    /** Texts of which no two are one, each written as a memory writes it. */
    private static Set<String> texts(Random random, int count) {
        Set<String> texts = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            texts.add(pick(random, PARTS) + " " + pick(random, PARTS) + " " + i);
        }
        return texts;
    }

    private static <T> T pick(Random random, List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private static String quoted(String text) {
        return '"'
                + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\u001b", "\\u001b")
                + '"';
    }
}
