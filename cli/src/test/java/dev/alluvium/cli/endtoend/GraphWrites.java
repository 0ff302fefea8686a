package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * What a writing client says of its memory's graph: relations whose ends come with them, pairs of
 * observations of one entity, and at times that one was never true.
 */
final class GraphWrites {

    private final String user;
    private final Random random;
    private final Map<Integer, Boolean> related = new HashMap<>();
    private final Map<Integer, Boolean> observed = new HashMap<>();
    private final Map<Integer, Boolean> retracted = new HashMap<>();

    GraphWrites(String user, Random random) {
        this.user = user;
        this.random = random;
    }

    /** Sends a POST and says whether it was acknowledged. */
    @FunctionalInterface
    interface Attempt {
        boolean post(String path, String body) throws IOException, InterruptedException;
    }

    /** Whether the relation was acknowledged, which stays as it is. */
    boolean write(int n, Attempt attempt) throws IOException, InterruptedException {
        boolean relation =
                attempt.post(
                        "/graph/relations",
                        "{\"relations\":[{\"id\":\"r%1$d\",\"source\":\"source %1$d\",\"type\":\"leads_to\",\"target\":\"target %1$d\"}],\"create_missing\":true}"
                                .formatted(n));
        related.put(n, relation);
        boolean both =
                attempt.post(
                        "/graph/observations",
                        "{\"entity\":\"hub\",\"observations\":[{\"id\":\"o%1$d-0\",\"content\":\"fact %1$d a\"},{\"id\":\"o%1$d-1\",\"content\":\"fact %1$d b\"}],\"create_missing\":true}"
                                .formatted(n));
        observed.put(n, both);
        if (both && random.nextInt(3) == 0) {
            retracted.put(
                    n, attempt.post("/graph/facts/o" + n + "-1/retract", "{\"reason\":\"wrong\"}"));
        }
        return relation;
    }

    /** Compares the rows of an export with what was acknowledged. */
    void verify(List<JsonNode> rows) {
        Set<String> entities = new HashSet<>();
        Map<String, String> facts = new HashMap<>();
        for (JsonNode row : rows) {
            if (row.has("entity")) {
                String name = row.at("/entity/name").asText();
                assertThat(entities.add(name)).as("%s is there once in %s", name, user).isTrue();
            }
            JsonNode fact = row.path(row.has("relation") ? "relation" : "observation");
            if (fact.isObject()) {
                String says =
                        fact.path("source").asText()
                                + fact.path("target").asText()
                                + fact.path("content").asText();
                assertThat(facts.put(fact.path("id").asText(), says))
                        .as("%s is there once in %s", says, user)
                        .isNull();
            }
        }
        assertThat(new HashSet<>(facts.values())).as("texts in %s", user).hasSize(facts.size());
        related.forEach((n, written) -> verifyRelation(n, written, entities, facts));
        observed.forEach((n, written) -> verifyPair(n, written, facts));
    }

    private void verifyRelation(
            int n, boolean written, Set<String> entities, Map<String, String> facts) {
        boolean there = facts.containsKey("r" + n);
        assertThat(there || !written).as("acknowledged relation %d of %s", n, user).isTrue();
        assertThat(List.of(entities.contains("source " + n), entities.contains("target " + n)))
                .as("ends of relation %d of %s", n, user)
                .containsOnly(there);
    }

    private void verifyPair(int n, boolean written, Map<String, String> facts) {
        boolean first = facts.containsKey("o" + n + "-0");
        boolean second = facts.containsKey("o" + n + "-1");
        assertThat(first || !written).as("acknowledged observations %d of %s", n, user).isTrue();
        Boolean taken = retracted.get(n);
        if (taken == null) {
            assertThat(second).as("both observations %d of %s", n, user).isEqualTo(first);
        } else if (taken) {
            assertThat(second).as("retracted observation %d of %s", n, user).isFalse();
        }
    }
}
