package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Several memories with something of everything that a memory can hold, written over HTTP: versions
 * of records, near duplicates, private and forgotten ones, turns, facts on both axes of time, an
 * entity that was merged, options, and answers kept for idempotency keys.
 */
final class FilledMemories {

    private static final String APP = "keep";

    private final String url;
    private final int count;
    private final Map<Integer, Memory> memories = new HashMap<>();

    FilledMemories(String url, int count) {
        this.url = url;
        this.count = count;
    }

    int count() {
        return count;
    }

    Memory memory(int number) {
        return memories.computeIfAbsent(number, n -> new Memory(url, APP, user(n)));
    }

    private static String user(int number) {
        return "user-%d/李 %%".formatted(number);
    }

    /** Fills all of them the first time. */
    void fill() throws Exception {
        for (int i = 0; i < count; i++) {
            fill(memory(i), i);
        }
    }

    private static void fill(Memory memory, int i) throws Exception {
        expect(
                memory,
                "PATCH",
                "/options",
                "{\"single_valued\":\"timezone\",\"recency_weight\":0.%d}".formatted(i + 1));
        expect(
                memory,
                "POST",
                "/records",
                """
                {"records":[
                 {"id":"tea","content":"drinks tea with milk","scope":"/food/drinks","categories":["taste"],"importance":0.9,"vector":%s,"metadata":{"n":%d,"deep":[1,null,"é"]}},
                 {"id":"tea2","content":"Drinks tea with milk","scope":"/food/drinks","categories":["taste"],"vector":%s},
                 {"id":"run","content":"runs ten kilometres on sunday mornings","scope":"/sport","valid_from":"2024-01-01T00:00:00Z","valid_to":"2030-01-01T00:00:00Z","vector":%s},
                 {"id":"secret","content":"the spare key lies under the third stone","scope":"/home","private":true,"source":"ann","vector":%s},
                 {"id":"gone","content":"something that will be forgotten about tea","scope":"/old","vector":%s}]}
                """
                        .formatted(
                                vector(1, i),
                                i,
                                vector(1, i),
                                vector(2, i),
                                vector(3, i),
                                vector(4, i)));
        expect(
                memory,
                "PATCH",
                "/records/run",
                "{\"content\":\"runs twelve kilometres on sunday mornings\"}");
        expect(memory, "POST", "/forget", "{\"scopes\":[\"/old\"]}");
        turns(memory, "first", 4);
        expect(
                memory,
                "POST",
                "/graph",
                """
                {"create_missing":true,
                 "entities":[{"name":"Zoë %1$d","type":"person","aliases":["زوي"]},{"name":"Z. %1$d","observations":["studied in 北京"]}],
                 "relations":[
                  {"id":"paris","source":"Zoë %1$d","type":"lives_in","target":"Paris","valid_from":"2022-01-01","single_valued":true},
                  {"id":"oslo","source":"Zoë %1$d","type":"lives_in","target":"Oslo","valid_from":"2021-01-01"}],
                 "observations":[
                  {"entity":"Zoë %1$d","attribute":"timezone","observations":[{"id":"cet","content":"CET","valid_from":"2021-01-01"},{"id":"eet","content":"EET","valid_from":"2024-01-01"}]},
                  {"entity":"Zoë %1$d","observations":[
                   {"id":"cello","content":"plays the cello","valid_from":"2020-01-01","source":"a","session":"first","turn":"t0","confidence":0.5},
                   {"id":"wrong","content":"speaks Latin","valid_from":"2020-01-01"},{"id":"piano","content":"plays the piano"}]}]}
                """
                        .formatted(i));
        expect(
                memory,
                "POST",
                "/graph/entities/Z.%20" + i + "/merge",
                "{\"into\":\"Zoë %d\"}".formatted(i));
        keyed(memory);
    }

    /** What is said later: it revises what {@link #fill} said. */
    void continueFilling(String session) throws Exception {
        for (int i = 0; i < count; i++) {
            Memory memory = memory(i);
            expect(
                    memory,
                    "POST",
                    "/records",
                    "{\"records\":[{\"id\":\"%1$s\",\"content\":\"said in %1$s that tea is best without milk\",\"scope\":\"/food\",\"vector\":%2$s}]}"
                            .formatted(session, vector(session.hashCode(), i)));
            expect(
                    memory,
                    "PATCH",
                    "/records/tea",
                    "{\"importance\":0.1,\"categories\":[\"taste\",\"%s\"]}".formatted(session));
            turns(memory, session, 2);
            expect(
                    memory,
                    "POST",
                    "/graph/observations",
                    "{\"entity\":\"زوي\",\"observations\":[{\"id\":\"o-%1$s\",\"content\":\"was met in %1$s\",\"valid_from\":\"2023-05-01\"}]}"
                            .formatted(session));
        }
    }

    /** Revisions of facts, each of which can be made once. */
    void revise() throws Exception {
        for (int i = 0; i < count; i++) {
            Memory memory = memory(i);
            expect(memory, "POST", "/graph/facts/paris/correct", "{\"valid_from\":\"2022-03-15\"}");
            expect(memory, "POST", "/graph/facts/cello/invalidate", "{\"at\":\"2025-01-01\"}");
            expect(memory, "POST", "/graph/facts/wrong/retract", "{\"reason\":\"misheard\"}");
            expect(memory, "DELETE", "/graph/facts/piano", null);
            expect(memory, "DELETE", "/turns/first-3", null);
        }
    }

    /** A write with a key; the answer to a repeat is the same. */
    static JsonNode keyed(Memory memory) throws Exception {
        return expect(
                memory,
                "POST",
                "/records?wait=true",
                "{\"records\":[{\"content\":\"written once with a key\",\"scope\":\"/keyed\"}]}",
                "Idempotency-Key",
                "key-1");
    }

    /** A write with a key that is acknowledged before anyone applies it. */
    static JsonNode pending(Memory memory) throws Exception {
        Memory.Answer answer =
                memory.send(
                        "POST",
                        "/records",
                        "{\"records\":[{\"content\":\"written while nobody applies\",\"scope\":\"/keyed\"}]}",
                        "Idempotency-Key",
                        "key-2");
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
        return answer.body();
    }

    private static void turns(Memory memory, String session, int count) throws Exception {
        String turns =
                IntStream.range(0, count)
                        .mapToObj(
                                n ->
                                        "{\"id\":\"%1$s-%2$d\",\"session\":\"%1$s\",\"author\":\"bob\",\"at\":\"2026-01-0%3$dT10:00:00Z\",\"content\":\"turn %2$d about tea and %1$s\",\"metadata\":{\"n\":%2$d}}"
                                                .formatted(session, n, n + 1))
                        .collect(Collectors.joining(","));
        expect(memory, "POST", "/turns", "{\"turns\":[" + turns + "]}");
    }

    private static JsonNode expect(
            Memory memory, String method, String path, String body, String... headers)
            throws Exception {
        String waiting = path.contains("?") ? path : path + "?wait=true";
        Memory.Answer answer = memory.send(method, waiting, body, headers);
        assertThat(answer.status()).as("%s %s: %s", method, path, answer.body()).isLessThan(300);
        return answer.body();
    }

    /** A unit vector, told apart by its direction. */
    private static String vector(int seed, int memory) {
        double angle = (seed * 37 + memory * 11) % 360 * Math.PI / 180;
        return String.format(Locale.ROOT, "[%.4f,%.4f,0.1,0.2]", Math.cos(angle), Math.sin(angle));
    }
}
