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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deep recall with vectors and a language model over HTTP, whatever the model does. */
class DeepRecallITCase {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String QUESTION =
            "We are about to write the handbook for people who join next month. Go through what was"
                    + " settled and tell which store keeps the orders, and who may read them, so that"
                    + " the chapter about data can be written without asking everybody again.";

    @TempDir static Path directory;

    private static StandInModel model;
    private static Program server;

    @BeforeAll
    static void start() throws Exception {
        model = new StandInModel(said -> Reply.NONE);
        List<String> options = new ArrayList<>(List.of(model.options()));
        options.addAll(List.of("--set", "recall_model_timeout=3s"));
        server = Program.serve(directory.resolve("data"), 0, options.toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        server.close();
        model.close();
    }

    @Test
    void aLongQueryIsAnalysedSearchedAndItsGapsAreLookedFor() throws Exception {
        Memory memory = filled("handbook");
        model.script(
                said ->
                        said.contains("You prepare a search")
                                ? Reply.says(
                                        "{'sub_queries': ['database of the orders'], 'scopes': ['/shop', '/agent/eve'], 'time_from': '', 'time_to': '', 'complexity': 0.8}")
                                : Reply.says(
                                        "{'gaps': ['Who may read the orders.'], 'sub_queries': ['read access to orders'], 'scopes': []}"));

        ObjectNode ask = ask();
        ask.putObject("options").put("confidence_threshold_high", 1);

        JsonNode found = memory.post("/recall?root=/project", ask.toString());

        assertThat(found.path("depth").asText()).isEqualTo("deep");
        assertThat(found.has("fallback")).isFalse();
        assertThat(found.at("/evidence_gaps/0").asText()).isEqualTo("Who may read the orders.");
        assertThat(found.at("/deep/route").asText()).isEqualTo("explored");
        assertThat(found.at("/deep/steps/2/searches/0/scopes/0").asText()).isEqualTo("/shop");
        assertThat(found.at("/deep/steps/1/ignored_scopes").toString()).contains("/agent/eve");
        assertThat(found.findValuesAsText("id")).contains("store", "access").doesNotContain("eve");
    }

    @Test
    void whateverTheModelDoesTheRecallIsAnsweredAndItIsToldOnce() throws Exception {
        Map<String, Function<String, Reply>> failures =
                Map.of(
                        "model_failed broken", said -> new Reply(500, "broken"),
                        "model_failed rate", said -> Reply.limited(3600),
                        "model_failed cut", said -> Reply.CUT,
                        "model_failed key", said -> new Reply(401, "bad key sk-secret"),
                        "timeout hanging", said -> Reply.NONE,
                        "model_failed prose", said -> new Reply(200, "Let us talk of the weather."),
                        "model_failed form", said -> Reply.says("{'sub_queries': 7}"));
        for (Map.Entry<String, Function<String, Reply>> failure : failures.entrySet()) {
            String user = failure.getKey().split(" ")[1];
            String reason = failure.getKey().split(" ")[0];
            Memory memory = filled(user);
            JsonNode shallow = memory.post("/recall", ask().put("depth", "shallow").toString());
            model.script(failure.getValue());
            try (Listening events = Listening.to(server.url(), "model", user)) {
                JsonNode found = memory.post("/recall", ask().toString());

                assertThat(found.at("/fallback/reason").asText()).as(user).isEqualTo(reason);
                assertThat(found.path("depth").asText()).isEqualTo("shallow");
                assertThat(found.path("matches").findValuesAsText("id"))
                        .isEqualTo(shallow.path("matches").findValuesAsText("id"));
                assertThat(found.toString()).doesNotContain("sk-secret");
                JsonNode told = events.await("query_model_failed", LIMIT);
                assertThat(told.path("query").asText()).isEqualTo(QUESTION);
                assertThat(told.path("error").asText()).isNotBlank().doesNotContain("sk-secret");
                events.await("query_completed", LIMIT);
                assertThat(events.count("query_model_failed")).isEqualTo(1);
                assertThat(events.count("query_failed")).isZero();
            }
        }
        assertThat(server.output()).doesNotContain("sk-secret");
    }

    @Test
    void aSlowOrBrieflyLimitedModelIsWaitedFor() throws Exception {
        Memory memory = filled("patience");
        AtomicInteger asked = new AtomicInteger();
        model.script(
                said ->
                        asked.getAndIncrement() == 0
                                ? Reply.limited(1)
                                : Reply.says(
                                                "{'sub_queries': ['orders'], 'scopes': [], 'time_from': '', 'time_to': '', 'complexity': 0.1}")
                                        .after(Duration.ofMillis(500)));
        try (Listening events = Listening.to(server.url(), "model", "patience")) {
            JsonNode found = memory.post("/recall", ask().toString());

            assertThat(found.path("depth").asText()).isEqualTo("deep");
            assertThat(found.has("fallback")).isFalse();
            assertThat(asked).hasValue(2);
            events.await("query_completed", LIMIT);
            assertThat(events.count("query_model_failed")).isZero();
        }
    }

    private static ObjectNode ask() {
        return Json.object().put("query", QUESTION).put("limit", 5).put("explain", true);
    }

    /** Records that say all, so that the model is asked by recalls alone. */
    private static Memory filled(String user) throws Exception {
        Memory memory = new Memory(server.url(), "model", user);
        for (String[] record :
                new String[][] {
                    {"store", "/project/shop", "PostgreSQL is the database of the orders."},
                    {"access", "/project/shop", "The support team has read access to orders."},
                    {"garden", "/project/garden", "The lawn is mown on Fridays."},
                    {"eve", "/agent/eve", "Eve's own notes on the orders and their database."}
                }) {
            memory.remember(
                    "",
                    "{\"id\":\"%s\",\"scope\":\"%s\",\"content\":\"%s\",\"categories\":[\"c\"],\"importance\":0.5}"
                            .formatted(record[0], record[1], record[2]));
        }
        return memory;
    }
}
