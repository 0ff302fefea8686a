package dev.alluvium.query;

import static dev.alluvium.query.ScriptedModel.ANALYSIS;
import static dev.alluvium.query.ScriptedModel.GAPS;
import static dev.alluvium.query.ScriptedModel.analysis;
import static dev.alluvium.query.ScriptedModel.gaps;
import static dev.alluvium.query.ScriptedModel.material;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.TestingClient.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a language model adds to recall. */
class DeepRecallTest extends DeepServerTest {

    @Test
    void aShortQueryAsksNoModel() {
        remember(record("We chose PostgreSQL."));

        JsonNode found = recall(ask("What database did we choose?"));

        assertThat(found.get("depth").asText()).isEqualTo("shallow");
        assertThat(found.at("/deep/route").asText()).isEqualTo("plain");
        assertThat(found.at("/deep/because").asText())
                .contains("28 characters", "query_analysis_threshold is 200");
        assertThat(found.has("fallback")).isFalse();
        assertThat(model.asked()).isEmpty();
    }

    @Test
    void depthShallowAsksNoModel() {
        remember(record("We chose PostgreSQL."));

        JsonNode found = recall(ask(LONG).put("depth", "shallow"));

        assertThat(found.at("/deep/because").asText()).isEqualTo("depth is shallow");
        assertThat(model.asked()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"x, 1, 2", "🙂, 1, 2", "数据库, 3, 4", "قاعدة, 5, 6"})
    void lengthIsCountedInCharacters(String query, int analysed, int notAnalysed) {
        model.answers(ANALYSIS, analysis(0));

        ObjectNode ask = options(ask(query), "exploration_budget", 0);

        recall(options(ask, "query_analysis_threshold", notAnalysed));
        assertThat(model.asked()).isEmpty();
        recall(options(ask, "query_analysis_threshold", analysed));
        assertThat(model.asked()).hasSize(1);
    }

    @Test
    void thresholdsOfTheMemoryHoldAndTheRequestsAreOverThem() {
        model.answers(ANALYSIS, analysis(0));
        client.patch(
                MEMORY + "/options",
                "{\"query_analysis_threshold\": 3, \"exploration_budget\": 0}");

        recall(ask("four"));
        assertThat(model.asked()).hasSize(1);
        recall(options(ask("four"), "query_analysis_threshold", 5));
        assertThat(model.asked()).hasSize(1);
    }

    @Test
    void subQueriesFindWhatTheLongQueryDoesNot() {
        remember(record("PostgreSQL became the database.").put("id", "wanted"));
        remember(fillers(30));
        model.answers(ANALYSIS, analysis(0.2, "PostgreSQL database", "unheard of"));

        assertThat(ids(recall(ask(LONG).put("depth", "shallow").put("limit", 3))))
                .doesNotContain("wanted");
        JsonNode found = recall(ask(LONG).put("limit", 3));

        assertThat(ids(found)).hasSize(3).startsWith("wanted");
        assertThat(found.get("depth").asText()).isEqualTo("deep");
        assertThat(found.at("/deep/route").asText()).isEqualTo("answered");
        assertThat(step(found, ANALYSIS).at("/sub_queries/0").asText())
                .isEqualTo("PostgreSQL database");
        JsonNode searches = found.at("/deep/steps/2/searches");
        assertThat(searches).hasSize(2);
        assertThat(searches.at("/0/query").asText()).isEqualTo("PostgreSQL database");
        assertThat(searches.at("/0/scopes/0").asText()).isEqualTo("/");
        assertThat(searches.at("/0/results").asInt()).isEqualTo(3);
        assertThat(searches.at("/0/new").asInt()).isPositive();
        assertThat(material(model.asked().get(0)).get("today").asText())
                .isEqualTo(Instant.now().toString().substring(0, 10));
    }

    @Test
    void deepRanksAllThatShallowFindsUnlessBetterRecordsStandBefore() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String[] words = LONG.split(" ");
        List<ObjectNode> records = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            StringBuilder content = new StringBuilder("record" + i);
            for (int n = random.nextInt(6); n > 0; n--) {
                content.append(' ').append(words[random.nextInt(words.length)]);
            }
            records.add(record(content.toString()).put("scope", "/s" + random.nextInt(4)));
        }
        remember(records.toArray(ObjectNode[]::new));
        for (int round = 0; round < 20; round++) {
            String sub = words[random.nextInt(words.length)];
            String scope = "/s" + random.nextInt(6);
            model.answers(
                    ANALYSIS, analysis(random.nextDouble(), List.of(sub), List.of(scope), "", ""));
            model.answers(
                    GAPS,
                    gaps(List.of("g"), List.of(words[random.nextInt(words.length)]), List.of()));
            int limit = 1 + random.nextInt(30);
            JsonNode shallow = recall(ask(LONG).put("limit", limit).put("depth", "shallow"));
            JsonNode deep = recall(ask(LONG).put("limit", limit));

            List<String> found = ids(deep);
            assertThat(found).as("seed %d", seed).doesNotHaveDuplicates().hasSize(limit);
            double least = deep.get("matches").get(limit - 1).get("score").asDouble();
            for (JsonNode match : shallow.get("matches")) {
                String id = match.at("/record/id").asText();
                // Each of the two searches has its own now.
                assertThat(found.contains(id) || match.get("score").asDouble() <= least + 1e-6)
                        .as("seed %d, %s", seed, id)
                        .isTrue();
            }
        }
    }

    @Test
    void suggestedScopesNarrowSubQueriesOnly() {
        remember(
                record("PostgreSQL in the basement").put("scope", "/a/deep").put("id", "in"),
                record("PostgreSQL in the attic").put("scope", "/b").put("id", "out"));
        remember(fillers(30));
        model.answers(
                ANALYSIS, analysis(0, List.of("PostgreSQL"), List.of("/a", "/nowhere"), "", ""));

        JsonNode found = recall(ask(LONG).put("limit", 2));

        assertThat(ids(found)).contains("in").doesNotContain("out");
        assertThat(step(found, ANALYSIS).at("/scopes").toString()).isEqualTo("[\"/a\"]");
        assertThat(step(found, ANALYSIS).at("/ignored_scopes").toString())
                .isEqualTo("[\"/nowhere\"]");
    }

    @Test
    void aTimeHintFindsOldRecordsOfItAndLosesNoOthers() {
        remember(
                record("PostgreSQL was chosen in March")
                        .put("id", "march")
                        .put("created_at", "2019-03-10T00:00:00Z"),
                record("PostgreSQL was left in May")
                        .put("id", "may")
                        .put("created_at", "2019-05-10T00:00:00Z"),
                record("PostgreSQL is discussed").put("id", "now"));
        remember(fillers(30));
        model.answers(
                ANALYSIS,
                analysis(0, List.of("PostgreSQL"), List.of(), "2019-03-01", "2019-03-31"));

        JsonNode found = recall(ask(LONG).put("limit", 2));

        assertThat(ids(found)).containsExactly("now", "march");
        JsonNode time = step(found, ANALYSIS).get("time");
        assertThat(time.get("from").asText()).isEqualTo("2019-03-01T00:00:00Z");
        assertThat(time.get("to").asText()).isEqualTo("2019-04-01T00:00:00Z");
    }

    @ParameterizedTest
    @CsvSource({"someday, never", "2019-04-01, 2019-03-01", "'', ''", "9999999-01-01, x"})
    void aTimeHintThatIsNoneIsPassedOver(String from, String to) {
        model.answers(ANALYSIS, analysis(0, List.of("a"), List.of(), from, to));

        JsonNode found = recall(ask(LONG));

        assertThat(found.get("depth").asText()).isEqualTo("deep");
        assertThat(step(found, ANALYSIS).has("time")).isFalse();
    }

    @Test
    void whatIsMissingIsLookedForWithNewQueries() {
        remember(record("The gateway answers on port 8443.").put("id", "wanted"));
        remember(fillers(30));
        model.answers(ANALYSIS, analysis(0.1, "first try"));
        model.answers(
                GAPS,
                gaps(
                        List.of("Which port it answers on."),
                        List.of(" FIRST  try ", "gateway port 8443", LONG),
                        List.of()));

        JsonNode found = recall(ask(LONG).put("limit", 3));

        assertThat(ids(found)).startsWith("wanted");
        assertThat(found.get("evidence_gaps").toString())
                .isEqualTo("[\"Which port it answers on.\"]");
        assertThat(found.at("/deep/route").asText()).isEqualTo("explored");
        JsonNode last = found.at("/deep/steps/5/searches");
        assertThat(last).hasSize(1);
        assertThat(last.at("/0/query").asText()).isEqualTo("gateway port 8443");
        JsonNode told = material(model.asked(GAPS).get(0));
        assertThat(told.get("searched").toString()).contains("first try", "surprised by");
        assertThat(told.get("found")).hasSize(3);
    }

    @Test
    void explorationEndsWithItsBudget() {
        remember(fillers(5));
        model.answers(ANALYSIS, analysis(0.1));
        int[] asked = {0};
        model.does(
                GAPS,
                prompt ->
                        ScriptedModel.object(
                                gaps(List.of("more"), List.of("query " + asked[0]++), List.of())));

        for (int budget : List.of(0, 1, 3)) {
            asked[0] = 0;
            JsonNode found = recall(options(ask(LONG), "exploration_budget", budget));
            assertThat(asked[0]).isEqualTo(budget);
            assertThat(found.at("/deep/because").asText()).contains("budget " + budget);
        }
    }

    @Test
    void explorationEndsWhenNothingNewIsSuggested() {
        remember(fillers(5));
        model.answers(ANALYSIS, analysis(0.1, "one"));
        model.answers(GAPS, gaps(List.of("x"), List.of("one"), List.of("/")));

        JsonNode found = recall(options(ask(LONG), "exploration_budget", 9));

        assertThat(model.asked(GAPS)).hasSize(1);
        assertThat(found.at("/deep/because").asText()).contains("nothing that was not searched");
    }

    @ParameterizedTest
    @CsvSource({
        "0.3, 0.2, 0.9, 0", // sure enough at once
        "1, 0.2, 0.9, 0", // between the thresholds, and not complex
        "1, 0.2, 0.5, 1", // between them, and complex
        "1, 0.99, 0.9, 1", // below the lower
        "0.3, 0.2, 0.5, 0" // complex, and sure enough
    })
    void confidenceRoutes(double high, double low, double complex, int explored) {
        remember(fillers(3));
        model.answers(ANALYSIS, analysis(0.6));
        model.answers(GAPS, gaps(List.of(), List.of("more"), List.of()));
        ObjectNode ask = options(ask(LONG), "confidence_threshold_high", high);
        options(ask, "confidence_threshold_low", low);
        options(ask, "complex_query_threshold", complex);

        JsonNode found = recall(ask);

        assertThat(model.asked(GAPS)).as(found.get("deep").toString()).hasSize(explored);
        assertThat(found.at("/deep/confidence").asDouble()).isBetween(0.35, 0.45);
    }

    @Test
    void confidenceIsAShareWhateverTheWeights() {
        remember(fillers(3));
        model.answers(ANALYSIS, analysis(0));
        ObjectNode ask = ask(LONG);
        ask.putObject("weights").put("semantic", 50).put("recency", 30).put("importance", 20);
        options(ask, "exploration_budget", 0);

        assertThat(recall(ask).at("/deep/confidence").asDouble()).isBetween(0.35, 0.45);
    }

    @Test
    void whereASubQueryWasTooNarrowItIsWidened() {
        remember(
                record("PostgreSQL in the attic").put("scope", "/b").put("id", "wanted"),
                record("unrelated").put("scope", "/a"));
        remember(fillers(30));
        model.answers(ANALYSIS, analysis(0, List.of("PostgreSQL"), List.of("/a"), "", ""));
        model.answers(GAPS, gaps(List.of("x"), List.of(), List.of("/")));

        JsonNode found =
                recall(options(ask(LONG).put("limit", 2), "confidence_threshold_low", 0.9));

        assertThat(ids(found)).startsWith("wanted");
    }

    @ParameterizedTest
    @CsvSource({
        "قاعدة البيانات المختارة هي بوستغرس, قاعدة بوستغرس, سؤال طويل عن كل شيء ",
        "我们选择的数据库是邮政格雷, 数据库 选择, 请告诉她全部重要事情 "
    })
    void otherLanguagesStayWhatTheyAre(String content, String subQuery, String sentence) {
        remember(record(content).put("id", "wanted"));
        remember(fillers(30));
        String query = sentence.repeat(30);
        assertThat(ids(recall(ask(query).put("limit", 3).put("depth", "shallow"))))
                .doesNotContain("wanted");
        model.answers(ANALYSIS, analysis(0.9, "xyzzy"));
        model.answers(GAPS, gaps(List.of(content), List.of(subQuery), List.of()));
        ObjectNode ask = options(ask(query).put("limit", 3), "confidence_threshold_high", 1);

        JsonNode found = recall(ask);

        assertThat(ids(found)).contains("wanted");
        assertThat(found.at("/evidence_gaps/0").asText()).isEqualTo(content);
        assertThat(material(model.asked(ANALYSIS).get(0)).get("query").asText()).isEqualTo(query);
        assertThat(found.get("deep").toString()).contains(subQuery);
    }

    @Test
    void columnsSayHowDeepTheyWere() {
        remember(record("something"));
        model.answers(ANALYSIS, analysis(0, "something"));

        Reply reply =
                client.post(
                        MEMORY + "/recall",
                        ask(LONG).toString(),
                        "Accept",
                        "application/vnd.apache.arrow.stream");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text()).contains("depth").contains("deep");
    }
}
