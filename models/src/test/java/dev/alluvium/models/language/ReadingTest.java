package dev.alluvium.models.language;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingTest {

    private static Reading read(String text) {
        return Reading.of(text, Prompts.json(Prompts.SCHEMA));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                Prompts.ANSWER,
                "  \n" + Prompts.ANSWER + "\n",
                "```json\n" + Prompts.ANSWER + "\n```",
                "```\n" + Prompts.ANSWER + "```",
                "Sure! Here you are: " + Prompts.ANSWER + " Anything else?",
                "<think>A {\"importance\": ...}? No.</think>\n" + Prompts.ANSWER,
            })
    void findsTheObject(String text) {
        Reading reading = read(text);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.object()).isEqualTo(Prompts.json(Prompts.ANSWER));
    }

    @Test
    void aFenceWithinAValueIsNoFence() {
        assertThat(read("{\"importance\":1,\"tags\":[\"```json {} ```\"]}").object().path("tags"))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "No.",
                "[1, 2]",
                "null",
                "{\"importance\":1",
                "{\"importance\":1,\"importance\":2,\"tags\":[]}",
                "{\"importance\":NaN,\"tags\":[]}",
                "```json\n```",
            })
    void saysThatThereIsNone(String text) {
        assertThat(read(text).problems())
                .singleElement()
                .asString()
                .startsWith("the answer is not a JSON object");
    }

    @Test
    void nothingIsEmpty() {
        assertThat(read(null).problems()).containsExactly("the answer is empty");
        assertThat(read(" \n").problems()).containsExactly("the answer is empty");
    }

    @Test
    void aDeepAnswerIsRefused() {
        assertThat(read("{\"tags\":" + "[".repeat(5000)).isUsable()).isFalse();
    }
}
