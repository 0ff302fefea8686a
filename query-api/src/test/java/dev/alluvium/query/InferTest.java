package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.alluvium.query.TestingClient.Reply;
import dev.alluvium.query.columns.TestingColumns;
import dev.alluvium.state.command.Remember;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which saves are put to a language model. */
class InferTest {

    private static final String SAVE = "{\"records\":[{\"content\":\"tea\"}]%s}";

    private static final String ARROW = "application/vnd.apache.arrow.stream";

    static Stream<Arguments> imports() throws IOException {
        byte[] lines = "{\"record\":{\"content\":\"tea\"}}\n".getBytes(StandardCharsets.UTF_8);
        try (InputStream parquet =
                InferTest.class.getResourceAsStream("/columns/records-none.parquet")) {
            return Stream.of(
                    arguments("application/x-ndjson", lines),
                    arguments(ARROW, columns()),
                    arguments("application/vnd.apache.parquet", parquet.readAllBytes()));
        }
    }

    private static byte[] columns() {
        return new TestingColumns().texts("content", "tea").texts("scope", "/kitchen").stream();
    }

    private static Reply importing(TestingClient client, String query, String type, byte[] body) {
        return client.send(
                "POST", "/v1/import?app=app&user=user" + query, body, "Content-Type", type);
    }

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

        @ParameterizedTest
        @MethodSource("dev.alluvium.query.InferTest#imports")
        void importsOnlyWhereTheySaySo(String type, byte[] body) {
            for (String query : List.of("", "&infer=false", "&infer=true")) {
                Reply reply = importing(client, query, type, body);
                assertThat(reply.status()).as(reply.text()).isEqualTo(202);
                assertThat(inferred(memory)).as(query).isEqualTo(query.equals("&infer=true"));
            }
        }

        @Test
        void turnsAreNothingToBeFiled() {
            Reply refused = importing(client, "&infer=true&kind=turns", ARROW, columns());

            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.text()).contains("?infer", "leave it out with kind turn");
            assertThat(memory.appended()).isEmpty();
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

        @ParameterizedTest
        @MethodSource("dev.alluvium.query.InferTest#imports")
        void importsThatWantItAreRefusedBeforeAnyRow(String type, byte[] body) {
            Reply refused = importing(client, "&infer=true", type, body);

            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.text()).contains("?infer", "set the option llm");
            assertThat(memory.appended()).isEmpty();
        }
    }
}
