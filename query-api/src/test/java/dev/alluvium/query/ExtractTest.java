package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.language.LanguageModelException;
import dev.alluvium.models.language.Prompt;
import dev.alluvium.query.TestingClient.Reply;
import dev.alluvium.query.deep.DeepSettings;
import dev.alluvium.state.json.Json;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Splitting texts with a language model, whatever it does. */
class ExtractTest extends DeepServerTest {

    private static final String PROMPT = "extract_memories";

    @Override
    ApiSettings settings() {
        return super.settings().withDeep(new DeepSettings(Duration.ofSeconds(30), 1));
    }

    private Reply extract(String content) {
        return client.post(MEMORY + "/extract", Json.object().put("content", content).toString());
    }

    @Test
    void statementsComeInOrderEachOnceAndOnlyWhatCanBeRemembered() {
        model.answers(
                PROMPT,
                "{\"memories\":[\"سارة تقود الفريق\",\" We migrate to PostgreSQL. \",\"\",7,\"سارة تقود الفريق\",\"%s\"]}"
                        .formatted("x".repeat(70_000)));

        JsonNode json = extract("Notes: سارة تقود الفريق. We migrate to PostgreSQL.").json();

        assertThat(json)
                .hasToString("{\"memories\":[\"سارة تقود الفريق\",\"We migrate to PostgreSQL.\"]}");
        Prompt asked = model.asked(PROMPT).get(0);
        assertThat(asked.instructions())
                .contains(LocalDate.now(ZoneOffset.UTC).toString())
                .doesNotContain("Notes");
        assertThat(asked.material()).contains("Notes: سارة");
    }

    @Test
    void modelThatFailsLeavesTheTextWholeAndIsToldOnce() {
        model.does(
                PROMPT,
                prompt -> {
                    throw new LanguageModelException("rate limited");
                });

        Reply reply = extract("two facts. in one");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().at("/memories/0").asText()).isEqualTo("two facts. in one");
        assertThat(reply.json().path("memories")).hasSize(1);
        assertThat(reply.json().at("/fallback/detail").asText()).isEqualTo("rate limited");
    }

    @Test
    void moreThanMayBeUnderWayGetTheirTextBackAtOnce() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        model.does(PROMPT, prompt -> waiting(entered, release));
        CompletableFuture<Reply> held = CompletableFuture.supplyAsync(() -> extract("held"));
        assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();

        JsonNode json = extract("not asked about").json();
        release.countDown();

        assertThat(json.at("/memories/0").asText()).isEqualTo("not asked about");
        assertThat(json.at("/fallback/detail").asText()).contains("recall_model_concurrency");
        assertThat(held.get(30, TimeUnit.SECONDS).json().path("memories")).isEmpty();
    }

    private static ObjectNode waiting(CountDownLatch entered, CountDownLatch release) {
        entered.countDown();
        try {
            release.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Json.object();
    }
}
