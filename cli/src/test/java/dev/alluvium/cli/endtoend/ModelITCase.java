package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.cli.endtoend.StandInModel.Reply;
import dev.alluvium.state.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Saves and turns that a language model files, consolidates and distils, whatever it does. */
class ModelITCase {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String FILED =
            "{'scope': '/inferred', 'categories': ['c'], 'importance': 0.9, 'topics': ['t']}";
    private static final Pattern OFFERED = Pattern.compile("\"id\":\"([^\"]+)\"");

    @TempDir static Path directory;

    private static StandInModel model;
    private static Program server;

    @BeforeAll
    static void start() throws Exception {
        model = new StandInModel(filing());
        server = serve(0);
    }

    private static Program serve(int port) throws Exception {
        String[] options = model.options();
        String[] all = {
            options[0], options[1], options[2], options[3], "--set", "checkpoint_interval=2s"
        };
        return Program.serve(directory.resolve("data"), port, all);
    }

    @AfterAll
    static void stop() {
        server.close();
        model.close();
    }

    private static Memory memory(String user) throws Exception {
        return new Memory(server.url(), "model", user);
    }

    private static Function<String, Reply> filing() {
        return said ->
                said.contains("free of repetitions")
                        ? Reply.says("{'decisions': [], 'insert_new': true}")
                        : Reply.says(FILED);
    }

    private static JsonNode awaitVersion(Memory memory, String id, int version) {
        return Awaitility.await("version " + version + " of " + id)
                .atMost(LIMIT)
                .until(
                        () -> memory.get("/records/" + id),
                        record -> record.path("version").asInt() >= version);
    }

    @Test
    void whatTheWriterLeavesOpenIsFiledAfterwards() throws Exception {
        model.script(filing());
        Memory memory = memory("filed");

        JsonNode saved = memory.remember("", "{\"id\":\"r\",\"content\":\"ships on Friday\"}");
        assertThat(saved.at("/outcomes/0/action").asText()).isEqualTo("inserted");

        JsonNode record = awaitVersion(memory, "r", 2);
        assertThat(record.path("scope").asText()).isEqualTo("/inferred");
        assertThat(record.path("categories").get(0).asText()).isEqualTo("c");
        assertThat(record.path("importance").asDouble()).isEqualTo(0.9);
        assertThat(record.at("/metadata/topics/0").asText()).isEqualTo("t");
        assertThat(memory.get("/records/r/history").path("versions")).hasSize(2);
    }

    @Test
    void savesThatSayAllAndThoseThatWantNoneMakeNoCall() throws Exception {
        Memory memory = memory("complete");
        int before = asked("You file");
        for (int batch = 0; batch < 10; batch++) {
            ObjectNode body = Json.object();
            ArrayNode records = body.putArray("records");
            for (int i = batch * 100; i < (batch + 1) * 100; i++) {
                ObjectNode record = records.addObject();
                record.put(
                        "content",
                        "Order %d of customer %d left dock %d".formatted(i, i * 7, i % 9));
                record.put("scope", "/orders").put("importance", 0.4);
                record.putArray("categories").add("order");
            }
            memory.post("/records?wait=true&timeout=PT25S", body.toString());
        }
        memory.post(
                "/records?wait=true",
                "{\"infer\": false, \"records\": [{\"content\": \"a note for nobody\"}]}");

        assertThat(asked("You file")).isEqualTo(before);
    }

    @Test
    void importsAreFiledOnlyWhereTheySaySo() throws Exception {
        model.script(filing());
        List<String> plain = List.of("The harbour takes tea", "Nina plays the cello");
        List<String> wanted = List.of("Version nine ships in May", "Rain fills the old well");
        backfill("plain", plain);
        backfill("wanted", wanted, "--infer");

        Memory memory = memory("imported");
        for (int i = 0; i < wanted.size(); i++) {
            assertThat(awaitVersion(memory, "wanted" + i, 2).path("scope").asText())
                    .isEqualTo("/inferred");
            assertThat(memory.get("/records/plain" + i).path("version").asInt()).isEqualTo(1);
        }
        assertThat(plain).allSatisfy(content -> assertThat(asked(content)).isZero());
        assertThat(wanted).allSatisfy(content -> assertThat(asked(content)).isEqualTo(1));
    }

    private static void backfill(String name, List<String> contents, String... more)
            throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < contents.size(); i++) {
            ObjectNode line = Json.object();
            line.putObject("record").put("id", name + i).put("content", contents.get(i));
            lines.add(line.toString());
        }
        Path file = Files.write(directory.resolve(name + ".jsonl"), lines);
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("backfill", file.toString(), "--memory", "model/imported"));
        arguments.addAll(List.of("--url", server.url()));
        arguments.addAll(List.of(more));
        Program backfill = Program.run(LIMIT, arguments.toArray(String[]::new));
        assertThat(backfill.await(LIMIT)).as(backfill.output()).isZero();
    }

    @Test
    void nearTextsAreConsolidatedAsTheModelDecides() throws Exception {
        Memory memory = memory("consolidated");
        memory.remember(
                "",
                "{\"id\":\"old\",\"content\":\"The API rate limit is 1000 requests per minute.\",\"scope\":\"/docs\",\"categories\":[\"limits\"],\"importance\":0.6}");
        model.script(
                said -> {
                    if (!said.contains("free of repetitions")) {
                        return Reply.says(FILED);
                    }
                    assertThat(said).contains("The API rate limit is 1000 requests per minute.");
                    Matcher offered = OFFERED.matcher(said);
                    assertThat(offered.find()).isTrue();
                    return Reply.says(
                            "{'decisions': [{'id': '%s', 'action': 'update', 'content': 'The API rate limit is 2000 requests per minute (was 1000).'},"
                                            .formatted(offered.group(1))
                                    + "{'id': 'stranger', 'action': 'delete'}], 'insert_new': false}");
                });

        memory.remember(
                "",
                "{\"id\":\"new\",\"content\":\"The API rate limit is 2000 requests per minute.\",\"scope\":\"/docs\"}");

        JsonNode old = awaitVersion(memory, "old", 2);
        assertThat(old.path("content").asText()).contains("was 1000");
        assertThat(old.path("categories").get(0).asText()).isEqualTo("limits");
        assertThat(memory.send("GET", "/records/new", null).status()).isEqualTo(404);
        assertThat(memory.recalled("", "{\"query\":\"rate limit\"}"))
                .containsExactly("The API rate limit is 2000 requests per minute (was 1000).");
    }

    @Test
    void turnsOfASessionAreDistilledByTheirNumberAndAfterSilence() throws Exception {
        model.script(
                said ->
                        said.contains("were said in one conversation")
                                ? Reply.says(
                                        "{'memories': [{'content': 'Ann moved to Oslo.', 'scope': '/people', 'categories': [], 'importance': 0.8, 'turns': [0]}]}")
                                : Reply.says(FILED));
        for (String option : List.of("distill_count\":2", "distill_gap_seconds\":1")) {
            Memory memory = memory(option.substring(0, option.indexOf('"')));
            assertThat(memory.send("PATCH", "/options?wait=true", "{\"" + option + "}").status())
                    .isEqualTo(200);
            memory.post(
                    "/turns?wait=true",
                    "{\"turns\":[{\"id\":\"t1\",\"session\":\"s\",\"content\":\"I moved to Oslo\"},{\"id\":\"t2\",\"session\":\"s\",\"content\":\"nice\"}]}");

            JsonNode page =
                    Awaitility.await("records of the session")
                            .atMost(LIMIT)
                            .until(
                                    () -> memory.get("/records"),
                                    records -> records.path("total").asInt() > 0);
            JsonNode record = page.at("/records/0");
            assertThat(record.path("content").asText()).isEqualTo("Ann moved to Oslo.");
            assertThat(record.path("scope").asText()).isEqualTo("/people");
            assertThat(record.at("/metadata/distilled_from/session").asText()).isEqualTo("s");
            assertThat(record.at("/metadata/distilled_from/turns/0").asText()).isEqualTo("t1");
        }
    }

    /** Oslo by both turns since a day they name, tea by the second; the rest cannot be. */
    private static Function<String, Reply> finding() {
        Reply found =
                Reply.says(
                        "{'memories': [], 'entities': [{'name': 'Ann', 'type': 'person'}, {'name': 'Oslo', 'type': 'city'}],"
                                + "'observations': [{'entity': 'Ann', 'content': 'likes tea', 'turns': [1]},"
                                + " {'entity': 'Ann', 'content': 'was ill', 'valid_to': '2020-01-01', 'turns': [1]}],"
                                + "'relations': [{'source': 'Ann', 'type': 'lives_in', 'target': 'Oslo', 'valid_from': '2026-02-28', 'turns': [0, 1]},"
                                + " {'source': 'Ann', 'type': 'lives_in', 'target': 'Rome', 'valid_from': '2026-03-09', 'valid_to': '2026-03-01', 'turns': [0]},"
                                + " {'source': 'Ann', 'type': 'lives_in', 'target': 'Mars', 'turns': [7]}]}");
        Function<String, Reply> otherwise = filing();
        return said ->
                said.contains("were said in one conversation") ? found : otherwise.apply(said);
    }

    private static void sayWhereAnnLives(Memory memory, String first) throws Exception {
        assertThat(
                        memory.send(
                                        "PATCH",
                                        "/options?wait=true",
                                        "{\"distill_count\":2,\"distill_facts\":1,\"single_valued\":\"lives_in\"}")
                                .status())
                .isEqualTo(200);
        memory.post(
                "/turns?wait=true",
                "{\"turns\":[{\"id\":\"t1\",\"session\":\"s\",\"author\":\"Ann\",\"content\":\"%s\",\"at\":\"2026-03-05\"},{\"id\":\"t2\",\"session\":\"s\",\"content\":\"and tea?\",\"at\":\"2026-03-06\"}]}"
                        .formatted(first));
    }

    private static JsonNode ann(Memory memory, String asOf) throws Exception {
        return memory.post("/graph/open", "{\"names\":[\"Ann\"],\"as_of\":\"%s\"}".formatted(asOf))
                .at("/entities/0");
    }

    @Test
    void factsThatTurnsSayAreInTheGraphWithTheirTurnsAndTimes() throws Exception {
        model.script(finding());
        Memory memory = memory("facts");
        memory.post(
                "/graph/relations?wait=true",
                "{\"relations\":[{\"source\":\"Ann\",\"type\":\"lives_in\",\"target\":\"Bergen\",\"valid_from\":\"2020-01-01\",\"single_valued\":true}],\"create_missing\":true}");
        try (Listening events = Listening.to(server.url(), "model", "facts")) {
            sayWhereAnnLives(memory, "We moved to Oslo last Saturday");

            JsonNode told = events.await("session_distilled", LIMIT);
            assertThat(told.path("session").asText()).isEqualTo("s");
            assertThat(told.path("outcomes")).isEmpty();
            assertThat(told.path("facts"))
                    .extracting(fact -> fact.path("action").asText())
                    .containsExactly(
                            "updated", "inserted", "inserted", "refused", "inserted", "duplicate");
            assertThat(told.path("values"))
                    .extracting(JsonNode::asText)
                    .containsExactly("Ann: was ill");
        }

        JsonNode now = ann(memory, "2026-03-07");
        assertThat(now.path("type").asText()).isEqualTo("person");
        assertThat(now.path("observations")).hasSize(1);
        assertThat(now.at("/observations/0/content").asText()).isEqualTo("likes tea");
        assertThat(now.at("/observations/0/valid_from").asText()).isEqualTo("2026-03-06T00:00:00Z");
        assertThat(now.path("relations")).hasSize(1);
        JsonNode moved = now.at("/relations/0");
        assertThat(moved.path("target").asText()).isEqualTo("Oslo");
        assertThat(moved.path("valid_from").asText()).isEqualTo("2026-02-28T00:00:00Z");
        assertThat(moved.at("/sources/0/source").asText()).isEqualTo("Ann");
        assertThat(moved.at("/sources/0/session").asText()).isEqualTo("s");
        assertThat(moved.path("sources"))
                .extracting(source -> source.path("turn").asText())
                .containsExactly("t1", "t2");
        JsonNode before = ann(memory, "2026-02-27");
        assertThat(before.path("relations"))
                .extracting(relation -> relation.path("target").asText())
                .containsExactly("Bergen");
        assertThat(model.asked())
                .as("the model knows the names in the graph and what has one value")
                .filteredOn(said -> said.contains("last Saturday"))
                .singleElement(STRING)
                .contains("\"Bergen\"", "\"single_valued\":[\"lives_in\"]", "2026-03-05T00:00:00Z");
    }

    @Test
    void logThatIsAppliedAgainAsksNothing() throws Exception {
        model.script(finding());
        Memory memory = memory("replayed");
        try (Listening events = Listening.to(server.url(), "model", "replayed")) {
            sayWhereAnnLives(memory, "Oslo is a word of the ledger");
            events.await("session_distilled", LIMIT);
        }
        assertThat(ann(memory, "2026-03-07").at("/relations/0/target").asText()).isEqualTo("Oslo");
        for (int i = 0; i < 5; i++) {
            memory.remember(
                    "", "{\"id\":\"r%d\",\"content\":\"line %d of the ledger\"}".formatted(i, i));
        }
        for (int i = 0; i < 5; i++) {
            awaitVersion(memory, "r" + i, 2);
        }
        List<JsonNode> first = memory.export();
        int asked = asked("of the ledger");

        String[] own = model.options();
        try (Program second =
                Program.serve(
                        directory.resolve("second"),
                        0,
                        own[0],
                        own[1],
                        own[2],
                        own[3],
                        "--set",
                        "kafka=" + server.bootstrapServers())) {
            Memory again = new Memory(second.url(), "model", "replayed");
            Awaitility.await("the log is applied")
                    .atMost(LIMIT)
                    .ignoreExceptions()
                    .untilAsserted(() -> assertThat(again.export()).isEqualTo(first));
        }
        assertThat(asked("of the ledger")).isEqualTo(asked);
    }

    private static int asked(String words) {
        return (int) model.asked().stream().filter(said -> said.contains(words)).count();
    }

    @Test
    void questionThatWasOpenWhenTheServerWasKilledIsDecidedOnceAfterwards() throws Exception {
        model.script(said -> Reply.NONE);
        int port = server.port();
        Memory memory = memory("killed");
        memory.remember("", "{\"id\":\"before\",\"content\":\"decided before the kill\"}");
        memory.remember("", "{\"id\":\"open\",\"content\":\"open when it was killed\"}");
        Awaitility.await("the model is asked")
                .atMost(LIMIT)
                .until(
                        () ->
                                model.asked().stream()
                                        .anyMatch(said -> said.contains("open when it was")));
        server.kill();
        model.script(filing());
        server = serve(port);

        for (String id : List.of("before", "open")) {
            assertThat(awaitVersion(memory("killed"), id, 2).path("scope").asText())
                    .isEqualTo("/inferred");
        }
        int asked = model.asked().size();
        server.kill();
        server = serve(port);
        memory = memory("killed");
        memory.remember(
                "",
                "{\"content\":\"after\",\"scope\":\"/\",\"categories\":[\"c\"],\"importance\":1}");
        for (String id : List.of("before", "open")) {
            assertThat(memory.get("/records/" + id + "/history").path("versions")).hasSize(2);
        }
        assertThat(model.asked().subList(asked, model.asked().size()))
                .as("decisions are in the log: nothing is asked again")
                .noneMatch(said -> said.contains("before the kill") || said.contains("open when"));
    }
}
