package dev.alluvium.operators.embed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.command.LogTurns;
import dev.alluvium.state.command.Remember;
import dev.alluvium.state.command.Update;
import dev.alluvium.state.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddingTest {

    private final List<String> asked = new ArrayList<>();

    @Test
    void recordsWithoutAVectorGetOne() {
        Remember embedded =
                (Remember)
                        embed(
                                "{'command':'remember','app':'a','user':'u','records':["
                                        + "{'content':'one'},{'content':'two','vector':[0,1]},{'content':'three'}]}",
                                false);

        assertThat(asked).containsExactly("one", "three");
        assertThat(embedded.records())
                .extracting(record -> record.vector()[0])
                .containsExactly(1f, 0f, 2f);
    }

    @Test
    void anUpdateIsEmbeddedWhereItsTextChanges() {
        Update text =
                (Update)
                        embed(
                                "{'command':'update','app':'a','user':'u','id':'1','changes':{'content':'new'}}",
                                false);
        embed(
                "{'command':'update','app':'a','user':'u','id':'1','changes':{'importance':0.9}}",
                false);

        assertThat(asked).containsExactly("new");
        assertThat(text.patch().vector()).containsExactly(1f);
    }

    @Test
    void aTurnIsEmbeddedWithItsAuthorAndOnceMoreWithTheTurnBefore() {
        LogTurns embedded =
                (LogTurns)
                        embed(
                                "{'command':'log_turns','app':'a','user':'u','turns':["
                                        + "{'session':'s','author':'Mel','content':'hi'},"
                                        + "{'session':'s','author':'Cat','content':'hello'}]}",
                                true,
                                null,
                                "Mel: hi");

        assertThat(asked).containsExactly("Mel: hi", "Cat: hello", "Mel: hi\nCat: hello");
        assertThat(embedded.turns())
                .extracting(turn -> turn.vectors().size())
                .containsExactly(1, 2);
    }

    @Test
    void turnsAreLeftAloneUnlessWanted() {
        embed(
                "{'command':'log_turns','app':'a','user':'u','turns':[{'session':'s','content':'hi'}]}",
                false);

        assertThat(asked).isEmpty();
    }

    private Command embed(String json, boolean turns, String... preceding) {
        Command command =
                CommandCodec.fromJson(
                        Json.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
        return command.match(
                new Embedding(
                        Arrays.asList(preceding),
                        turns,
                        text -> {
                            asked.add(text);
                            return new float[] {asked.size()};
                        }));
    }
}
