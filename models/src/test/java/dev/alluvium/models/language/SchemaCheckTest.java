package dev.alluvium.models.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class SchemaCheckTest {

    private final SchemaCheck check = new SchemaCheck();

    private ObjectNode check(String answer) {
        return check.check(Prompts.json(answer), Prompts.json(Prompts.SCHEMA));
    }

    @Test
    void keepsWhatTheSchemaKnows() {
        assertThat(
                        check(
                                """
                                {"importance":0.5,"tags":["a"],"more":1,"kind":null,"private":true,
                                 "parts":[{"id":"x","more":1}]}"""))
                .isEqualTo(
                        Prompts.json(
                                """
                                {"importance":0.5,"private":true,"tags":["a"],"parts":[{"id":"x"}]}"""));
        assertThat(check.problems()).isEmpty();
    }

    @Test
    void saysWhatIsWrongAndWhere() {
        check(
                """
                {"importance":"high","count":1.5,"kind":"thought","private":"no","tags":["a",1],
                 "parts":[{"id":"x"},{},"y"]}""");
        assertThat(check.problems())
                .containsExactlyInAnyOrder(
                        "answer.importance is \"high\", not of type number",
                        "answer.count is 1.5, not of type integer",
                        "answer.kind is \"thought\", not one of [\"fact\",\"task\"]",
                        "answer.private is \"no\", not of type boolean",
                        "answer.tags[1] is 1, not of type string",
                        "answer.parts[1].id is missing",
                        "answer.parts[2] is \"y\", not of type object");
    }

    @Test
    void aNullForWhatIsRequiredIsMissing() {
        check("{\"importance\":null,\"tags\":[]}");
        assertThat(check.problems()).containsExactly("answer.importance is missing");
    }

    @Test
    void quotesAndCountsWithinBounds() {
        check(
                "{\"importance\":1,\"tags\":[%s0]}"
                        .formatted(("{\"x\":\"" + "y".repeat(200) + "\"},").repeat(100)));
        assertThat(check.problems()).hasSize(10).allMatch(problem -> problem.length() < 120);
    }
}
