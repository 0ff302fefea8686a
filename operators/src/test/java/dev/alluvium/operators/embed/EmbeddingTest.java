package dev.alluvium.operators.embed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.command.Distill;
import dev.alluvium.state.command.LogTurns;
import dev.alluvium.state.command.Remember;
import dev.alluvium.state.command.Update;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.option.Embedded;
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
                                Embedded.RECORDS);

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
                                Embedded.RECORDS);
        embed(
                "{'command':'update','app':'a','user':'u','id':'1','changes':{'importance':0.9}}",
                Embedded.RECORDS);

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
                                Embedded.TURNS,
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
                Embedded.RECORDS);

        assertThat(asked).isEmpty();
    }

    @Test
    void aFactIsEmbeddedAsASentenceThatNeedsNoGraph() {
        AssertFacts embedded =
                (AssertFacts)
                        embed(
                                "{'command':'assert_facts','app':'a','user':'u','entities':["
                                        + "{'name':'Alice','observations':['likes tea']}],"
                                        + "'observations':[{'entity':'Bob','observations':["
                                        + "{'content':'is tall','vector':[0,1]},'is old']}],"
                                        + "'relations':[{'source':'Alice','type':'works_at','target':'Acme'}]}",
                                Embedded.FACTS);

        assertThat(asked).containsExactly("Alice: likes tea", "Bob: is old", "Alice works at Acme");
        assertThat(embedded.observations().get(0).observations())
                .extracting(each -> each.vector()[0])
                .containsExactly(0f, 2f);
        assertThat(embedded.relations().get(0).vector()).containsExactly(3f);
    }

    @Test
    void whatASessionIsDistilledIntoIsEmbeddedAndItsFactsWhereTheyAreWanted() {
        String command =
                "{'command':'distill','app':'a','user':'u','session':'s','of':'0:1','up_to':3,"
                        + "'records':[{'content':'Alice works'}],"
                        + "'observations':[{'entity':'Alice','observations':[{'content':'likes tea','turn':'t'}]}],"
                        + "'relations':[{'source':'Alice','type':'works_at','target':'Acme','turn':'t'}]}";

        Distill plain = (Distill) embed(command, Embedded.TURNS);
        assertThat(asked).containsExactly("Alice works");
        assertThat(plain.facts().vectors()).isEmpty();
        asked.clear();
        Distill embedded = (Distill) embed(command, Embedded.FACTS);

        assertThat(asked).containsExactly("Alice works", "Alice: likes tea", "Alice works at Acme");
        assertThat(embedded.facts().vectors())
                .extracting(vector -> vector[0])
                .containsExactly(2f, 3f);
        assertThat(embedded.facts().relations().get(0).provenance().turn()).isEqualTo("t");
        assertThat(embedded.upTo()).isEqualTo(3);
    }

    @Test
    void aCorrectionIsEmbeddedWhereTheFactSaysOtherwise() {
        String command =
                "{'command':'revise_fact','app':'a','user':'u','id':'1','revision':'correct',";
        embed(command + "'content':'is short'}", Embedded.FACTS);
        embed(command + "'valid_to':'2022-01-01'}", Embedded.FACTS);
        embed(command + "'type':'works_at','target':'Acme'}", Embedded.FACTS);

        assertThat(asked).containsExactly("is short", "works at Acme");
    }

    @Test
    void factsAreLeftAloneUnlessWanted() {
        embed(
                "{'command':'assert_facts','app':'a','user':'u','relations':["
                        + "{'source':'a','type':'b','target':'c'}]}",
                Embedded.TURNS);

        assertThat(asked).isEmpty();
    }

    private Command embed(String json, Embedded embedded, String... preceding) {
        Command command =
                CommandCodec.fromJson(
                        Json.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
        return command.match(
                new Embedding(
                        Arrays.asList(preceding),
                        embedded,
                        text -> {
                            asked.add(text);
                            return new float[] {asked.size()};
                        }));
    }
}
