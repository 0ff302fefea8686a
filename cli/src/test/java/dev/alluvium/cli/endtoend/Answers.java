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

    /**
     * Nothing in it depends on when it is asked.
     *
     * @param memory its number
     * @param body null for a GET
     */
    record Question(int memory, String method, String path, String body) {}

    /**
     * Asks every memory everything.
     *
     * @param moments known times between which memories were written
     */
    static Map<Question, String> of(FilledMemories memories, List<Instant> moments)
            throws Exception {
        List<Question> questions = new ArrayList<>();
        for (int i = 0; i < memories.count(); i++) {
            questions(questions, i, moments, List.of("2021-06-01", "2022-02-01", "2025-06-01"));
        }
        return asked(memories, questions);
    }

    /** As many of these as are worth storing. */
    static Map<Question, String> few(FilledMemories memories, Instant moment) throws Exception {
        List<Question> questions = new ArrayList<>();
        for (int i = 0; i < memories.count(); i++) {
            questions(questions, i, List.of(moment), List.of("2022-02-01"));
        }
        return asked(memories, questions);
    }

    private static Map<Question, String> asked(FilledMemories memories, List<Question> questions)
            throws Exception {
        Map<Question, String> answers = new LinkedHashMap<>();
        for (Question question : questions) {
            answers.put(question, ask(memories, question));
        }
        return answers;
    }

    static String ask(FilledMemories memories, Question question) throws Exception {
        String answer =
                memories.memory(question.memory())
                        .text(question.method(), question.path(), question.body());
        return RECENCY.matcher(answer).replaceAll("\"recency\":0");
    }

    /** Fails with the first question that is answered otherwise. */
    static void assertSame(Map<Question, String> actual, Map<Question, String> expected) {
        assertThat(actual.keySet()).isEqualTo(expected.keySet());
        expected.forEach(
                (question, answer) ->
                        assertThat(actual.get(question)).as("%s", question).isEqualTo(answer));
    }

    private static void questions(
            List<Question> all, int memory, List<Instant> moments, List<String> validTimes) {
        Asked questions = new Asked(all, memory);
        questions.get("/options");
        questions.get("/records?include_private=true&limit=100");
        questions.get("/export?include_private=true&vector=true");
        questions.get("/records/run/history");
        questions.get("/records/tea/history");
        questions.get("/scopes/tree");
        questions.get("/categories");
        questions.get("/turns?limit=100");
        questions.get("/graph/facts/paris/history");
        questions.get("/graph/facts/cello/history");
        questions.get("/graph/entities/%D8%B2%D9%88%D9%8A/history");
        questions.get("/graph/diff?from=2022-01-01&to=2026-01-01");
        questions.post("/turns/search", "{\"query\":\"tea\"}");
        questions.post(
                "/recall",
                """
                {"query":"tea milk","include_private":true,"read_only":true,"vector":[0.8,0.5,0.1,0.2],
                 "weights":{"recency":0,"semantic":0.6,"importance":0.4}}
                """);
        questions.post(
                "/recall",
                """
                {"query":"sunday kilometres","mode":"lexical","read_only":true,"weights":{"recency":0}}
                """);
        for (String asOf : validTimes) {
            questions.graph("as_of=" + asOf);
            for (Instant knownAt : moments) {
                questions.graph("as_of=" + asOf + "&known_at=" + knownAt);
            }
        }
        for (Instant knownAt : moments) {
            questions.get("/records?limit=100&known_at=" + knownAt);
            questions.post(
                    "/recall",
                    "{\"query\":\"tea\",\"read_only\":true,\"weights\":{\"recency\":0},\"known_at\":\"%s\"}"
                            .formatted(knownAt));
        }
        questions.post(
                "/graph/open", "{\"names\":[\"زوي\",\"Z. %d\",\"nobody\"]}".formatted(memory));
    }

    /** The questions to one memory. */
    private record Asked(List<Question> all, int memory) {

        void get(String path) {
            all.add(new Question(memory, "GET", path, null));
        }

        void post(String path, String body) {
            all.add(new Question(memory, "POST", path, body));
        }

        void graph(String moment) {
            get("/graph?" + moment);
            get("/profile?" + moment);
            get("/graph/entities/%D8%B2%D9%88%D9%8A/neighbours?depth=2&" + moment);
        }
    }
}
