package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * All that memories answer, by the question: compared, it tells whether two systems know the same.
 */
final class Answers {

    /** Depends on when it is asked; no weight of it is in the scores here. */
    private static final Pattern RECENCY = Pattern.compile("\"recency\":[0-9.E-]+");

    private Answers() {}

    /** Nothing in it depends on when it is asked. */
    private record Question(String method, String path, String body) {}

    /**
     * Asks every memory everything.
     *
     * @param moments known times between which memories were written
     */
    static Map<String, String> of(FilledMemories memories, List<Instant> moments) throws Exception {
        Map<String, String> answers = new LinkedHashMap<>();
        for (int i = 0; i < FilledMemories.COUNT; i++) {
            for (Question question : questions(i, moments)) {
                answers.put(
                        i
                                + " "
                                + question.method()
                                + " "
                                + question.path()
                                + (question.body() == null ? "" : " " + question.body()),
                        ask(memories.memory(i), question));
            }
        }
        return answers;
    }

    private static String ask(Memory memory, Question question) throws Exception {
        String answer = memory.text(question.method(), question.path(), question.body());
        return RECENCY.matcher(answer).replaceAll("\"recency\":…");
    }

    /** Fails with the first question that is answered otherwise. */
    static void assertSame(Map<String, String> actual, Map<String, String> expected) {
        assertThat(actual.keySet()).isEqualTo(expected.keySet());
        expected.forEach(
                (question, answer) ->
                        assertThat(actual.get(question)).as(question).isEqualTo(answer));
    }

    private static List<Question> questions(int memory, List<Instant> moments) {
        List<Question> questions = new ArrayList<>();
        get(questions, "/options");
        get(questions, "/records?include_private=true&limit=100");
        get(questions, "/export?include_private=true&vector=true");
        get(questions, "/records/run/history");
        get(questions, "/records/tea/history");
        get(questions, "/scopes/tree");
        get(questions, "/categories");
        get(questions, "/turns?limit=100");
        get(questions, "/graph/facts/paris/history");
        get(questions, "/graph/facts/cello/history");
        get(questions, "/graph/entities/%D8%B2%D9%88%D9%8A/history");
        get(questions, "/graph/diff?from=2022-01-01&to=2026-01-01");
        post(questions, "/turns/search", "{\"query\":\"tea\"}");
        post(
                questions,
                "/recall",
                """
                {"query":"tea milk","include_private":true,"read_only":true,"vector":[0.8,0.5,0.1,0.2],
                 "weights":{"recency":0,"semantic":0.6,"importance":0.4}}
                """);
        post(
                questions,
                "/recall",
                """
                {"query":"sunday kilometres","mode":"lexical","read_only":true,"weights":{"recency":0}}
                """);
        for (String asOf : new String[] {"2021-06-01", "2022-02-01", "2025-06-01"}) {
            graph(questions, "as_of=" + asOf);
            for (Instant knownAt : moments) {
                graph(questions, "as_of=" + asOf + "&known_at=" + knownAt);
            }
        }
        for (Instant knownAt : moments) {
            get(questions, "/records?limit=100&known_at=" + knownAt);
            post(
                    questions,
                    "/recall",
                    "{\"query\":\"tea\",\"read_only\":true,\"weights\":{\"recency\":0},\"known_at\":\"%s\"}"
                            .formatted(knownAt));
        }
        post(
                questions,
                "/graph/open",
                "{\"names\":[\"زوي\",\"Z. %d\",\"nobody\"]}".formatted(memory));
        return questions;
    }

    private static void graph(List<Question> questions, String moment) {
        get(questions, "/graph?" + moment);
        get(questions, "/profile?" + moment);
        get(questions, "/graph/entities/%D8%B2%D9%88%D9%8A/neighbours?depth=2&" + moment);
    }

    private static void get(List<Question> questions, String path) {
        questions.add(new Question("GET", path, null));
    }

    private static void post(List<Question> questions, String path, String body) {
        questions.add(new Question("POST", path, body));
    }
}
