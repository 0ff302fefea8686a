package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.query.TestingClient.Reply;
import dev.alluvium.state.command.Remember;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Which saves are put to a language model. */
class InferTest {

    private static final String SAVE = "{\"records\":[{\"content\":\"tea\"}]%s}";

    private static boolean inferred(TestingMemory memory) {
        return ((Remember) memory.appended().get(memory.appended().size() - 1)).infer();
    }

    @Nested
    class WithAModel extends ServerTest {

        @Override
        ApiSettings settings() {
            return super.settings().withInferring(true);
        }

        @Test
        void allThatDoNotSayOtherwise() {
            client.post(MEMORY + "/records", SAVE.formatted(""));
            assertThat(inferred(memory)).isTrue();

            client.post(MEMORY + "/records", SAVE.formatted(",\"infer\":false"));
            assertThat(inferred(memory)).isFalse();
        }

        @Test
        void importsDoNot() {
            client.send(
                    "POST",
                    "/v1/import?app=app&user=user",
                    "{\"record\":{\"content\":\"tea\"}}\n"
                            .getBytes(java.nio.charset.StandardCharsets.UTF_8),
                    "Content-Type",
                    "application/x-ndjson");
            assertThat(inferred(memory)).isFalse();
        }
    }

    @Nested
    class WithoutAModel extends ServerTest {

        @Test
        void noneAndWhoeverWantsItIsToldTheOption() {
            client.post(MEMORY + "/records", SAVE.formatted(""));
            assertThat(inferred(memory)).isFalse();

            Reply refused = client.post(MEMORY + "/records", SAVE.formatted(",\"infer\":true"));
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.text()).contains("/infer", "set the option llm");
            assertThat(memory.appended()).hasSize(1);
        }
    }
}
