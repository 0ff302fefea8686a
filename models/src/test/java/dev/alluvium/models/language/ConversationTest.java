package dev.alluvium.models.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConversationTest {

    private static List<ChatMessage> opening(String material) {
        return Conversation.opening(
                new Prompt(
                        "weigh",
                        "Weigh.",
                        material,
                        Prompts.json(Prompts.SCHEMA),
                        Duration.ofSeconds(1)),
                false);
    }

    private static String material(List<ChatMessage> messages) {
        return ((UserMessage) messages.get(1)).singleText();
    }

    @Test
    void theMarkIsToldAndTheSameForTheSameMaterial() {
        String sent = material(opening("tea"));
        String mark = sent.substring(0, sent.indexOf('\n'));
        assertThat(sent).isEqualTo(mark + "\ntea\n" + mark);
        assertThat(((SystemMessage) opening("tea").get(0)).text())
                .startsWith("Weigh.")
                .contains("two lines \"" + mark + "\"");
        assertThat(material(opening("tea"))).isEqualTo(sent);
    }

    @Test
    void materialCannotEndItself() {
        // Where a material held its own mark, another is taken: here it holds 4096 marks of the
        // 2^32.
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 4096; i++) {
            many.append("=====").append(Integer.toHexString(i)).append("=====\n");
        }
        String sent = material(opening(many.toString()));
        String mark = sent.substring(0, sent.indexOf('\n'));
        assertThat(many.toString()).doesNotContain(mark);
        assertThat(sent).startsWith(mark).endsWith(mark);
    }

    @Test
    void aRepairGoesOnFromTheAnswer() {
        List<ChatMessage> opening = opening("tea");
        List<ChatMessage> repair =
                Conversation.repair(opening, "x".repeat(10_000), List.of("a is missing"));
        assertThat(repair).hasSize(4).startsWith(opening.toArray(ChatMessage[]::new));
        assertThat(((AiMessage) repair.get(2)).text()).hasSize(8_000);
        assertThat(((UserMessage) repair.get(3)).singleText()).contains("a is missing");
        assertThat(Conversation.repair(opening, " ", List.of("the answer is empty"))).hasSize(3);
    }
}
