package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.cli.endtoend.StandInModel.Reply;
import dev.alluvium.state.json.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a guide to memories with a language model would show, example by example, on a server. */
class ModelGuideITCase {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern OFFERED =
            Pattern.compile("\"id\":\"([^\"]+)\",\"content\":\"([^\"]+)\"");

    @TempDir static Path directory;

    private static StandInModel model;
    private static Program server;

    @BeforeAll
    static void start() throws Exception {
        model = new StandInModel(filing("/", "none", 0.5));
        server = Program.serve(directory.resolve("data"), 0, model.options());
    }

    @AfterAll
    static void stop() {
        server.close();
        model.close();
    }

    private static Memory memory(String user) throws Exception {
        return new Memory(server.url(), "guide", user);
    }

    /** Files every text in one place, and leaves what it is near to alone. */
    private static Function<String, Reply> filing(
            String scope, String category, double importance) {
        return said ->
                isConsolidation(said)
                        ? Reply.says("{'decisions': [], 'insert_new': true}")
                        : Reply.says(
                                "{'scope': '%s', 'categories': ['%s'], 'importance': %s, 'entities': ['PostgreSQL'], 'dates': [], 'topics': ['database']}"
                                        .formatted(scope, category, importance));
    }

    private static boolean isConsolidation(String said) {
        return said.contains("free of repetitions");
    }

    private static long asked(String words) {
        return model.asked().stream().filter(said -> said.contains(words)).count();
    }

    private static String records(String... contents) {
        ObjectNode body = Json.object();
        for (String content : contents) {
            body.withArray("records").addObject().put("content", content);
        }
        return body.toString();
    }

    private static String complete(String id, String content) {
        return "{\"id\":\"%s\",\"content\":\"%s\",\"scope\":\"/facts\",\"categories\":[\"fact\"],\"importance\":0.6}"
                .formatted(id, content);
    }

    private static JsonNode await(Memory memory, String path, String pointer, String value) {
        return Awaitility.await(pointer + " of " + path)
                .atMost(LIMIT)
                .until(() -> memory.get(path), json -> json.at(pointer).asText().equals(value));
    }

    @Test
    void theModelInfersScopeCategoriesAndImportanceAndTheTreeGrows() throws Exception {
        model.script(filing("/project/decisions", "database", 0.8));
        Memory memory = memory("quick-start");

        String content = "We decided to use PostgreSQL for the user database.";
        memory.remember("", Json.object().put("id", "db").put("content", content).toString());

        JsonNode record = await(memory, "/records/db", "/scope", "/project/decisions");
        assertThat(record.at("/categories/0").asText()).isEqualTo("database");
        assertThat(record.path("importance").asDouble()).isEqualTo(0.8);
        assertThat(record.at("/metadata/entities/0").asText()).isEqualTo("PostgreSQL");
        assertThat(record.at("/metadata/topics/0").asText()).isEqualTo("database");
        assertThat(memory.recalled("", "{\"query\":\"What database did we choose?\"}"))
                .containsExactly(content);

        memory.remember(
                "",
                "{\"id\":\"velocity\",\"content\":\"Sprint velocity is 42 points\",\"scope\":\"/team/metrics\"}");

        JsonNode own = await(memory, "/records/velocity", "/categories/0", "database");
        assertThat(own.path("scope").asText()).as("the writer's").isEqualTo("/team/metrics");
        assertThat(model.asked())
                .as("the model is told the tree that there is")
                .anyMatch(said -> said.contains("velocity") && said.contains("/project/decisions"));
        assertThat(memory.get("/scopes/tree").findValuesAsText("path"))
                .containsExactlyInAnyOrder(
                        "/", "/project", "/project/decisions", "/team", "/team/metrics");
    }

    @Test
    void rawTextBecomesStatementsThatAreRememberedOneByOne() throws Exception {
        List<String> facts =
                List.of(
                        "Migration from MySQL to PostgreSQL planned for next quarter",
                        "Database migration budget is $50k",
                        "Sarah will lead the database migration");
        model.script(
                said ->
                        said.contains("Meeting notes")
                                ? Reply.says(
                                        "{'memories': ['%s']}".formatted(String.join("','", facts)))
                                : filing("/meetings", "migration", 0.6).apply(said));
        Memory memory = memory("extraction");
        String raw =
                "Meeting notes: We decided to migrate from MySQL to PostgreSQL next quarter. The"
                        + " budget is $50k. Sarah will lead the migration.";

        JsonNode extracted = memory.post("/extract", Json.object().put("content", raw).toString());

        assertThat(extracted.path("memories"))
                .extracting(JsonNode::asText)
                .containsExactlyElementsOf(facts);
        assertThat(memory.get("/records").path("total").asInt()).as("saves nothing").isZero();
        for (String fact : facts) {
            memory.post("/records?wait=true", records(fact));
        }
        assertThat(memory.recalled("", "{\"query\":\"Who leads the migration?\",\"limit\":1}"))
                .containsExactly(facts.get(2));
    }

    @Test
    void whatIsSaidThreeTimesIsKeptOnce() throws Exception {
        model.script(filing("/facts", "fact", 0.5));
        Memory memory = memory("thrice");

        for (int i = 0; i < 3; i++) {
            memory.post("/records?wait=true", records("Alluvium ensures reliable operation"));
        }

        assertThat(memory.get("/records").path("total").asInt()).isEqualTo(1);
    }

    @Test
    void keepLeavesTheOldAndDropsTheNewWhereTheModelSaysSo() throws Exception {
        model.script(said -> consolidating(said, "keep", "The API rate limit is 1000", false));
        Memory memory = memory("keep");
        memory.remember("", complete("old", "The API rate limit is 1000 requests per minute."));
        memory.remember(
                "", complete("new", "The rate limit of the API is 1000 requests a minute."));

        Awaitility.await("the new text is dropped")
                .atMost(LIMIT)
                .until(() -> memory.send("GET", "/records/new", null).status() == 404);
        assertThat(memory.get("/records/old").path("version").asInt()).isEqualTo(1);
    }

    @Test
    void deleteEndsWhatIsNoLongerTrueAndHistoryKeepsIt() throws Exception {
        model.script(said -> consolidating(said, "delete", "port 8080", true));
        Memory memory = memory("delete");
        memory.send("PATCH", "/options?wait=true", "{\"consolidation_threshold\":0.6}");
        memory.remember("", complete("old", "Our staging environment uses port 8080."));
        String between = memory.get("/records/old").path("created_at").asText();
        memory.remember("", complete("new", "Our staging environment uses port 9090."));

        String staging = "{\"query\":\"Which port does staging use?\"}";
        Awaitility.await("the old text is no longer true")
                .atMost(LIMIT)
                .until(() -> memory.recalled("", staging).size() == 1);
        assertThat(memory.recalled("", staging))
                .containsExactly("Our staging environment uses port 9090.");
        assertThat(
                        memory.recalled(
                                "",
                                "{\"query\":\"Which port does staging use?\",\"as_of\":\"%s\"}"
                                        .formatted(between)))
                .containsExactly("Our staging environment uses port 8080.");
    }

    /** One action for the text that has some words, and none for others. */
    private static Reply consolidating(
            String said, String action, String words, boolean insertNew) {
        if (!isConsolidation(said)) {
            return filing("/facts", "fact", 0.5).apply(said);
        }
        Matcher offered = OFFERED.matcher(said);
        while (offered.find()) {
            if (offered.group(2).contains(words)) {
                return Reply.says(
                        "{'decisions': [{'id': '%s', 'action': '%s'}], 'insert_new': %s}"
                                .formatted(offered.group(1), action, insertNew));
            }
        }
        return Reply.says("{'decisions': [], 'insert_new': true}");
    }

    @Test
    void nearDuplicatesOfABatchAreDroppedWithoutTheModel() throws Exception {
        model.script(filing("/facts", "fact", 0.5));
        Memory memory = memory("batch");
        String[] batch = {
            "Alluvium supports complex workflows.",
            "Python is a great language.",
            "Alluvium supports complex workflows."
        };

        JsonNode saved = memory.post("/records?wait=true", records(batch));

        assertThat(saved.path("outcomes").findValuesAsText("action"))
                .containsExactly("inserted", "inserted", "duplicate");
        assertThat(memory.get("/records").path("total").asInt()).isEqualTo(2);
        await(memory, "/records", "/records/0/scope", "/facts");
        await(memory, "/records", "/records/1/scope", "/facts");
        assertThat(asked("complex workflows")).as("what was dropped is not filed").isEqualTo(1);
    }

    @Test
    void savesReturnAtOnceAndARecallSeesThemWhileTheModelStillThinks() throws Exception {
        model.script(said -> Reply.NONE);
        Memory memory = memory("background");

        assertThat(
                        memory.send("POST", "/records", records("Fact A.", "Fact B.", "Fact C."))
                                .status())
                .isEqualTo(202);

        assertThat(memory.recalled("", "{\"query\":\"facts\"}"))
                .containsExactlyInAnyOrder("Fact A.", "Fact B.", "Fact C.");
        assertThat(memory.get("/records").at("/records/0/version").asInt())
                .as("nothing is decided yet")
                .isEqualTo(1);
    }

    @Test
    void shallowAndShortQueriesAskNoModel() throws Exception {
        Memory memory = memory("shallow");
        memory.remember("", complete("one", "We decided to ship the API in the first quarter."));

        JsonNode shallow =
                memory.post(
                        "/recall",
                        "{\"query\":\"%s\",\"limit\":10,\"depth\":\"shallow\"}"
                                .formatted("What did we decide? ".repeat(20)));
        JsonNode brief =
                memory.post(
                        "/recall",
                        "{\"query\":\"Summarize all architecture decisions from this quarter\",\"limit\":10,\"depth\":\"deep\"}");

        for (JsonNode answer : List.of(shallow, brief)) {
            assertThat(answer.path("depth").asText()).isEqualTo("shallow");
            assertThat(answer.path("matches")).hasSize(1);
        }
        assertThat(asked("What did we decide?")).isZero();
        assertThat(asked("Summarize all architecture")).isZero();
    }

    @Test
    void thresholdsOfAMemoryRouteItsDeepRecalls() throws Exception {
        List<String> rounds = new ArrayList<>(List.of("second look", "third look", "fourth look"));
        model.script(
                said -> {
                    if (!said.contains("decisions of this quarter")) {
                        return filing("/facts", "fact", 0.5).apply(said);
                    }
                    return said.contains("You prepare a search")
                            ? Reply.says(
                                    "{'sub_queries': ['first look'], 'scopes': [], 'time_from': '', 'time_to': '', 'complexity': 0.9}")
                            : Reply.says(
                                    "{'gaps': ['more'], 'sub_queries': ['%s'], 'scopes': []}"
                                            .formatted(rounds.remove(0)));
                });
        Memory memory = memory("thresholds");
        memory.remember("", complete("one", "The architecture board meets on Mondays."));
        memory.send(
                "PATCH",
                "/options?wait=true",
                "{\"confidence_threshold_high\":0.9,\"confidence_threshold_low\":0.4,\"exploration_budget\":2,\"query_analysis_threshold\":20}");

        JsonNode found =
                memory.post(
                        "/recall",
                        "{\"query\":\"all architecture decisions of this quarter\",\"explain\":true}");

        assertThat(found.at("/deep/route").asText()).isEqualTo("explored");
        assertThat(rounds).as("two rounds of exploration").containsExactly("fourth look");
        assertThat(searched(found))
                .containsExactly(
                        "all architecture decisions of this quarter",
                        "first look",
                        "second look",
                        "third look");
    }

    private static List<String> searched(JsonNode found) {
        return StreamSupport.stream(found.at("/deep/steps").spliterator(), false)
                .flatMap(step -> step.path("searches").findValuesAsText("query").stream())
                .toList();
    }

    @Test
    void eventsTellWhatWasSavedQueriedAndRetrievedWithTimes() throws Exception {
        Memory memory = memory("events");
        try (Listening events = Listening.to(server.url(), "guide", "events")) {
            memory.remember("", complete("one", "The library opens at nine."));
            memory.post(
                    "/recall",
                    "{\"query\":\"When does the library open?\",\"limit\":3,\"task_id\":\"task-7\"}");

            assertThat(event(events, "save_started").at("/values/0").asText())
                    .isEqualTo("The library opens at nine.");
            assertThat(event(events, "save_completed").at("/outcomes/0/action").asText())
                    .isEqualTo("inserted");
            JsonNode started = event(events, "query_started");
            assertThat(started.path("query").asText()).isEqualTo("When does the library open?");
            assertThat(started.path("limit").asInt()).isEqualTo(3);
            JsonNode completed = event(events, "query_completed");
            assertThat(completed.path("query").asText()).isEqualTo("When does the library open?");
            assertThat(completed.path("results").asInt()).isEqualTo(1);
            assertThat(completed.path("query_time_ms").asDouble()).isPositive();
            assertThat(event(events, "retrieval_started").path("task_id").asText())
                    .isEqualTo("task-7");
            JsonNode retrieved = event(events, "retrieval_completed");
            assertThat(retrieved.path("memory_content").asText().strip())
                    .isEqualTo("- The library opens at nine.");
            assertThat(retrieved.path("retrieval_time_ms").asDouble()).isPositive();
        }
    }

    private static JsonNode event(Listening events, String type) {
        JsonNode event = events.await(type, LIMIT);
        assertThat(event.path("source_type").asText()).isEqualTo("unified_memory");
        return event;
    }

    @Test
    void aServerWithoutItsModelsKeyStartsAndSaysSoAtTheFirstQuestion() throws Exception {
        try (Program keyless =
                Program.serve(
                        Map.of("ANTHROPIC_API_KEY", ""),
                        directory.resolve("keyless"),
                        0,
                        "--set",
                        "llm=anthropic/claude-3-haiku-20240307")) {
            Memory memory = new Memory(keyless.url(), "guide", "keyless");
            try (Listening events = Listening.to(keyless.url(), "guide", "keyless")) {
                memory.remember("", "{\"id\":\"r\",\"content\":\"tea at four\"}");

                JsonNode failed = events.await("analysis_failed", LIMIT);
                assertThat(failed.path("error").asText()).contains("ANTHROPIC_API_KEY");
                assertThat(failed.at("/values/0").asText()).isEqualTo("tea at four");
            }
            assertThat(memory.recalled("", "{\"query\":\"tea\"}")).containsExactly("tea at four");
        }
    }

    @Test
    void withOllamaEverythingStaysOnTheMachine() throws Exception {
        try (StandInOllama ollama = new StandInOllama();
                Program local =
                        Program.serve(
                                directory.resolve("local"),
                                0,
                                "--set",
                                "llm=ollama/llama3.2",
                                "--set",
                                "llm_config={\"base_url\":\"%s\"}".formatted(ollama.url()),
                                "--set",
                                "embedder=ollama",
                                "--set",
                                "embedder_config={\"model_name\":\"mxbai-embed-large\",\"url\":\"%s/api/embeddings\"}"
                                        .formatted(ollama.url()))) {
            Memory memory = new Memory(local.url(), "guide", "local");
            memory.remember("", "{\"id\":\"r\",\"content\":\"tea at four\"}");
            memory.remember("", "{\"id\":\"s\",\"content\":\"rain at five\"}");

            assertThat(
                            await(memory, "/records/r", "/scope", "/local")
                                    .path("importance")
                                    .asDouble())
                    .isEqualTo(0.7);
            assertThat(memory.recalled("", "{\"query\":\"thirst\",\"limit\":1}"))
                    .containsExactly("tea at four");
            assertThat(ollama.models())
                    .contains("/api/chat llama3.2", "/api/embed mxbai-embed-large");
        }
    }
}
