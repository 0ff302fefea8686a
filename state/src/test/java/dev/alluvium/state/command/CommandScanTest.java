package dev.alluvium.state.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.json.Json;
import dev.alluvium.state.option.Embedded;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandScanTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'command':'remember','records':[{'content':'a'}]}",
                "{'command':'remember','records':[{'vector':[1,2],'content':'a'},{'content':'b'}]}",
                "{'command':'remember','records':[{'content':'a','vector':null}]}",
                "{'command':'remember','records':[{'metadata':{'vector':[1]},'content':'a'}]}",
                "{'records':[{'content':'a'}],'command':'remember'}",
                "{'command':'update','id':'x','changes':{'content':'a'}}",
                "{'command':'log_turns','turns':[{'content':'a'}]}",
                "{'command':'no such'}",
                "{'command':'remember','records':7}"
            })
    void aTextWithoutVectorIsNeverOverlooked(String json) {
        assertThat(CommandScan.mayLackVectors(bytes(json), Embedded.TURNS)).isTrue();
        assertThat(CommandScan.mayLackVectors(Json.cbor(Json.parse(bytes(json))), Embedded.TURNS))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'command':'remember','records':[{'content':'a','vector':[1,2]}]}",
                "{'records':[{'vector':'AACAPw==','metadata':{'a':{'b':[1]}}}],'command':'remember'}",
                "{'v':1,'command':'log_turns','turns':[{'content':'a','vector':[1]}]}",
                "{'command':'forget','all':true}"
            })
    void aCommandThatHasAllOrWantsNoneIsTold(String json) {
        assertThat(CommandScan.mayLackVectors(bytes(json), Embedded.TURNS)).isFalse();
        assertThat(CommandScan.mayLackVectors(Json.cbor(Json.parse(bytes(json))), Embedded.TURNS))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{'command':'remember','records':[{'content'", "nonsense"})
    void whatIsNoCommandIsLeftToDecoding(String text) {
        assertThat(CommandScan.mayLackVectors(bytes(text), Embedded.RECORDS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'command':'log_turns','turns':[{'content':'a'}]}"})
    void turnsWantNoneWhereTheyAreNotEmbedded(String json) {
        assertThat(CommandScan.mayLackVectors(bytes(json), Embedded.RECORDS)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'command':'assert_facts','entities':[{'name':'a','observations':['b']}]}",
                "{'relations':[{'source':'a','type':'b','target':'c'}],'command':'assert_facts'}",
                "{'command':'revise_fact','id':'f','revision':'correct','content':'a'}"
            })
    void factsWantThemWhereTheyAreEmbedded(String json) {
        mayLackOnlyWhereFactsAreEmbedded(json);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'command':'distill','records':[],'relations':[{'source':'a','type':'b','target':'c'}]}",
                "{'observations':[{'entity':'a','observations':['b']}],'records':[{'content':'a','vector':[1]}],'command':'distill'}",
                "{'command':'distill','entities':[{'name':'a','observations':['b']}],'records':[]}"
            })
    void factsBesideRecordsWantThemWhereTheyAreEmbedded(String json) {
        mayLackOnlyWhereFactsAreEmbedded(json);
    }

    private static void mayLackOnlyWhereFactsAreEmbedded(String json) {
        assertThat(CommandScan.mayLackVectors(bytes(json), Embedded.FACTS)).isTrue();
        assertThat(CommandScan.mayLackVectors(Json.cbor(Json.parse(bytes(json))), Embedded.FACTS))
                .isTrue();
        assertThat(CommandScan.mayLackVectors(bytes(json), Embedded.TURNS)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'command':'identify_entity','identity':'unmerge','entity':'a'}",
                "{'entities':['a'],'command':'delete_facts'}"
            })
    void whatSaysNothingOfFactsWantsNone(String json) {
        assertThat(CommandScan.mayLackVectors(bytes(json), Embedded.FACTS)).isFalse();
    }

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
