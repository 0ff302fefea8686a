package dev.alluvium.state.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alluvium.state.json.FieldProblem;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandCodecTest {

    private static final String HEAD = "{\"app\":\"a\",\"user\":\"u\",";

    private static Command decode(String json) {
        return CommandCodec.decode(json.getBytes(UTF_8));
    }

    private static List<FieldProblem> problems(String json) {
        InvalidInputException refused =
                catchThrowableOfType(InvalidInputException.class, () -> decode(json));
        assertThat(refused).as(json).isNotNull();
        return refused.problems();
    }

    /** Each row: what is wrong, as JSON5-like text with single quotes; where; what is said. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'command':'remember' | /records | records is missing",
                "'command':'remember','records':{} | /records | is not a list",
                "'command':'remember','records':[1] | /records/0 | 1 is not an object",
                "'command':'remember','records':[{}] | /records/0/content | content is missing",
                "'command':'remember','records':[{'content':1}] | /records/0/content | 1 is not a text",
                "'command':'remember','records':[{'content':' '}] | /records/0 | content is blank",
                "'command':'remember','records':[{'content':'\\ud800'}] | /records/0/content | half of a surrogate pair",
                "'command':'remember','records':[{'content':'x','metadata':{'k':['\\udc00x']}}] | /records/0/metadata | half of a surrogate pair",
                "'command':'remember','records':[{'content':'x','id':''}] | /records/0/id | id is blank",
                "'command':'remember','records':[{'content':'x','scope':'/a/../b'}] | /records/0/scope | has a segment \"..\"",
                "'command':'remember','records':[{'content':'x','categories':['a',' ']}] | /records/0/categories/1 | a category is blank",
                "'command':'remember','records':[{'content':'x','categories':'a'}] | /records/0/categories | is not a list of texts",
                "'command':'remember','records':[{'content':'x','metadata':[]}] | /records/0/metadata | [] is not an object",
                "'command':'remember','records':[{'content':'x','importance':1.4}] | /records/0/importance | importance 1.4 is not in [0, 1]",
                "'command':'remember','records':[{'content':'x','importance':'1'}] | /records/0/importance | is not a number",
                "'command':'remember','records':[{'content':'x','private':1}] | /records/0/private | 1 is not true or false",
                "'command':'remember','records':[{'content':'x','created_at':'soon'}] | /records/0/created_at | is not an ISO 8601 time",
                "'command':'remember','records':[{'content':'x','valid_from':'2026-01-02','valid_to':'2026-01-02'}] | /records/0 | is not after valid_from",
                "'command':'remember','records':[{'content':'x','vector':[]}] | /records/0/vector | [] is not a list of numbers",
                "'command':'remember','records':[{'content':'x','vector':[1,'2']}] | /records/0/vector/1 | is not a finite number",
                "'command':'remember','records':[{'content':'x','vector':[1e39]}] | /records/0/vector/0 | is not a finite number",
                "'command':'remember','records':[{'content':'x','vector':[0,0]}] | /records/0/vector | all zeros",
                "'command':'remember','records':[{'content':'x','vector':'AAAAAA=='}] | /records/0/vector | all zeros",
                "'command':'remember','records':[{'content':'x','vector':'AAAA'}] | /records/0/vector | 3 bytes are not a whole number",
                "'command':'remember','records':[{'content':'x','vector':'AACAfw=='}] | /records/0/vector | not finite",
                "'command':'remember','records':[{'content':'x','vector':'*'}] | /records/0/vector | neither a list of numbers nor base64",
                "'command':'remember','records':[{'content':'x','a/b~c':1}] | /records/0/a~1b~0c | unknown field \"a/b~c\"",
                "'command':'remember','records':[],'scope':'/' | /scope | unknown field \"scope\"",
                "'command':'update','changes':{} | /id | id is missing",
                "'command':'update','id':'x' | /changes | changes is missing",
                "'command':'update','id':'x','changes':{'content':''} | /changes | content is blank",
                "'command':'update','id':'x','changes':{'valid_from':'2026-01-02','valid_to':'2026-01-01'} | /changes | is not after valid_from",
                "'command':'update','id':'x','changes':{'created_at':'2026-01-01'} | /changes/created_at | unknown field",
                "'command':'forget' | `` | no filter is given",
                "'command':'forget','metadata':{} | `` | no filter is given",
                "'command':'forget','scope':'/a','scopes':['/b'] | /scope | both scope and scopes",
                "'command':'forget','scopes':['/a','..'] | /scopes/1 | has a segment",
                "'command':'forget','ids':['a',2] | /ids/1 | 2 is not a text",
                "'command':'reset','scope':1 | /scope | 1 is not a text",
                "'command':'log_turns' | /turns | turns is missing",
                "'command':'log_turns','turns':[{'session':'s'}] | /turns/0/content | content is missing",
                "'command':'touch','at':'2026-01-01' | /ids | ids is missing",
                "'command':'touch','ids':[] | /at | at is missing",
                "'command':'configure' | /options | options is missing",
                "'command':'erase','idempotency_key':7 | /idempotency_key | 7 is not a text",
                "'command':'assert_facts','entities':[{'type':'person'}] | /entities/0/name | name is missing",
                "'command':'assert_facts','entities':[{'name':' '}] | /entities/0 | entity name is blank",
                "'command':'assert_facts','entities':[{'name':'a','distinct':true}] | /entities/0 | distinct is given without a type",
                "'command':'assert_facts','entities':[{'name':'a','observations':['']}] | /entities/0/observations/0 | content is blank",
                "'command':'assert_facts','observations':[{'entity':'a'}] | /observations/0/observations | observations is missing",
                "'command':'assert_facts','observations':[{'entity':'a','observations':['x'],'single_valued':true}] | /observations/0 | without an attribute",
                "'command':'assert_facts','relations':[{'source':'a','type':'t'}] | /relations/0/target | target is missing",
                "'command':'assert_facts','relations':[{'source':'a','type':'t','target':{}}] | /relations/0/target/name | name is missing",
                "'command':'revise_fact','id':'f','revision':'correct' | `` | nothing is corrected",
                "'command':'revise_fact','id':'f','revision':'correct','content':'' | `` | content is blank",
                "'command':'revise_fact','id':'f','revision':'doubt' | `` | unknown revision \"doubt\"",
                "'command':'revise_fact','id':'f','revision':'supersede' | /by | by is missing",
                "'command':'identify_entity','identity':'add_alias','entity':'a','alias':' ' | `` | alias is blank",
                "'command':'identify_entity','identity':'rename','entity':'a' | `` | unknown change of identity",
                "'command':'delete_facts' | `` | nothing is selected",
                "'command':'sing' | /command | unknown command \"sing\"; known: remember",
                "'v':2,'command':'erase' | /v | command format 2 is newer than 1",
                "'v':0,'command':'erase' | /v | v 0 is not in",
                "'v':1.5,'command':'erase' | /v | 1.5 is not a whole number",
            })
    void malformedFieldIsNamedByPointer(String fields, String pointer, String detail) {
        assertThat(problems(HEAD + fields.replace('\'', '"') + "}"))
                .anySatisfy(
                        problem -> {
                            assertThat(problem.pointer()).isEqualTo(pointer);
                            assertThat(problem.detail()).contains(detail);
                        });
    }

    @Test
    void allProblemsAreSaidAtOnce() {
        assertThat(
                        problems(
                                HEAD
                                        + "\"command\":\"remember\",\"records\":[{\"content\":1},"
                                        + "{\"content\":\"x\",\"importance\":2}],\"colour\":1}"))
                .extracting(FieldProblem::pointer)
                .containsExactly("/records/0/content", "/records/1/importance", "/colour");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"command\":\"erase\",\"user\":\"u\"}",
                "{\"command\":\"erase\",\"app\":\"a\",\"user\":\" \"}",
                "{\"app\":\"a\",\"user\":\"u\"}",
            })
    void commandWithoutMemoryOrKindIsRefused(String json) {
        assertThatThrownBy(() -> decode(json))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageFindingMatch("is missing|is empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "[1]", "7", "\"text\"", "null", "{", "{}{}", "{\"v\":1,}"})
    void textThatIsNoObjectIsRefusedAsJson(String text) {
        assertThatThrownBy(() -> decode(text))
                .isInstanceOf(InvalidInputException.class)
                .message()
                .doesNotContain("CBOR");
    }

    @Test
    void malformedJsonIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> decode("{\"v\":\n  oops}"))
                .hasMessageContaining("malformed JSON at line 2, column");
    }

    @Test
    void fieldGivenTwiceIsRefusedInBothForms() {
        assertThatThrownBy(() -> decode(HEAD + "\"command\":\"erase\",\"app\":\"b\"}"))
                .hasMessageContaining("app");
        byte[] one = CommandCodec.encode(decode(HEAD + "\"command\":\"erase\"}"));
        // An indefinite map with the same entry twice.
        byte[] twice = {(byte) 0xBF, 0x61, 'v', 0x01, 0x61, 'v', 0x01, (byte) 0xFF};
        assertThat(one).isNotEmpty();
        assertThatThrownBy(() -> CommandCodec.decode(twice))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("Duplicate field 'v'");
    }

    @Test
    void bytesBehindTheCommandAreRefusedInBothForms() {
        byte[] cbor = CommandCodec.encode(decode(HEAD + "\"command\":\"erase\"}"));
        byte[] more = Arrays.copyOf(cbor, cbor.length + 1);

        assertThatThrownBy(() -> CommandCodec.decode(more))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> decode(HEAD + "\"command\":\"erase\"} x"))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void byteOrderMarkAndWhiteSpaceMayStandBeforeJson() {
        String json = HEAD + "\"command\":\"erase\"}";

        assertThat(decode("\uFEFF" + json)).isEqualTo(decode(json));
        assertThat(decode(" \r\n\t" + json + "\n")).isEqualTo(decode(json));
    }

    @Test
    void everyFormOfACborMapIsRead() throws java.io.IOException {
        Command expected = decode(HEAD + "\"command\":\"erase\"}");
        byte[] plain = Json.cbor(Json.parse((HEAD + "\"command\":\"erase\"}").getBytes(UTF_8)));
        byte[] tag = {(byte) 0xD9, (byte) 0xD9, (byte) 0xF7};
        ByteArrayOutputStream described = new ByteArrayOutputStream();
        described.write(tag);
        described.write(plain);

        assertThat(CommandCodec.decode(plain)).isEqualTo(expected);
        assertThat(CommandCodec.decode(described.toByteArray())).isEqualTo(expected);
    }

    @Test
    void batchesAndIdsAreBounded() {
        String records = "{\"content\":\"x\"},".repeat(1000) + "{\"content\":\"x\"}";
        assertThat(problems(HEAD + "\"command\":\"remember\",\"records\":[" + records + "]}"))
                .first()
                .satisfies(p -> assertThat(p.detail()).contains("1001 entries; at most 1000"));
        assertThat(problems(HEAD + "\"command\":\"log_turns\",\"turns\":[" + records + "]}"))
                .first()
                .satisfies(p -> assertThat(p.detail()).contains("1001 entries; at most 1000"));
        String observations = "\"x\",".repeat(500) + "\"x\"";
        String entity = "{\"name\":\"a\",\"observations\":[" + observations + "]}";
        assertThat(
                        problems(
                                HEAD
                                        + "\"command\":\"assert_facts\",\"entities\":["
                                        + entity
                                        + ","
                                        + entity
                                        + "]}"))
                .first()
                .satisfies(
                        p -> assertThat(p.detail()).contains("1002 observations", "at most 1000"));
        String content = "ä".repeat(32 * 1024) + "x";
        assertThat(
                        problems(
                                HEAD
                                        + "\"command\":\"remember\",\"records\":[{\"content\":\""
                                        + content
                                        + "\"}]}"))
                .first()
                .satisfies(p -> assertThat(p.detail()).contains("65537 bytes; at most 65536"));
        assertThat(
                        problems(
                                HEAD
                                        + "\"command\":\"erase\",\"idempotency_key\":\""
                                        + "k".repeat(1025)
                                        + "\"}"))
                .first()
                .satisfies(p -> assertThat(p.detail()).contains("1025 bytes; at most 1024"));
    }

    @Test
    void anyBytesAreACommandOrRefusedAndNeverAnotherFailure() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] valid =
                CommandCodec.encode(
                        decode(
                                HEAD
                                        + "\"command\":\"remember\",\"records\":[{\"content\":\"x\","
                                        + "\"metadata\":{\"k\":[1,2.5]},\"vector\":[1,2]}]}"));
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes;
            if (i % 2 == 0) {
                bytes = valid.clone();
                for (int changes = random.nextInt(3); changes >= 0; changes--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                }
                bytes = Arrays.copyOf(bytes, bytes.length - random.nextInt(3));
            } else {
                bytes = new byte[random.nextInt(40)];
                random.nextBytes(bytes);
            }
            try {
                CommandCodec.decode(bytes);
            } catch (InvalidInputException refused) {
                assertThat(refused.problems()).isNotEmpty();
            } catch (RuntimeException e) {
                throw new AssertionError(
                        "seed " + seed + ", bytes " + java.util.HexFormat.of().formatHex(bytes), e);
            }
        }
    }
}
