package dev.alluvium.bench.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.soak.Api.Answer;
import dev.alluvium.bench.soak.Invariants.Rule;
import dev.alluvium.bench.soak.Requests.Absence;
import dev.alluvium.state.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The reading steps of one worker: nothing in an answer may be what was deleted or never written.
 */
final class Reads {

    private static final int MAX_PAST_SECONDS = 600;

    private final Requests requests;
    private final Drafts drafts;
    private final Random random;

    Reads(Requests requests, Drafts drafts, Random random) {
        this.requests = requests;
        this.drafts = drafts;
        this.random = random;
    }

    void recall(Kind kind, Ledger ledger) throws InterruptedException {
        ObjectNode body = Json.object().put("limit", 10);
        if (kind == Kind.RECALL_VECTOR) {
            drafts.putVector(body);
        } else {
            body.put("query", drafts.words())
                    .put("mode", kind == Kind.RECALL_WORDS ? "lexical" : "hybrid");
        }
        read(kind, ledger, "POST", "/recall", body);
    }

    void list(Ledger ledger) throws InterruptedException {
        read(Kind.LIST, ledger, "GET", "/records?limit=50", null);
    }

    void asOf(Ledger ledger) throws InterruptedException {
        String then = Instant.now().minusSeconds(random.nextInt(MAX_PAST_SECONDS)).toString();
        switch (random.nextInt(3)) {
            case 0 -> read(Kind.AS_OF, ledger, "GET", "/records?limit=50&as_of=" + then, null);
            case 1 -> {
                ObjectNode body = Json.object().put("limit", 10).put("as_of", then);
                drafts.putVector(body);
                read(Kind.AS_OF, ledger, "POST", "/recall", body);
            }
            default ->
                    read(
                            Kind.AS_OF,
                            ledger,
                            "POST",
                            "/graph/search",
                            Json.object().put("query", drafts.words()).put("known_at", then));
        }
    }

    void searchGraph(Ledger ledger) throws InterruptedException {
        ObjectNode body = Json.object().put("query", drafts.words());
        read(Kind.SEARCH_GRAPH, ledger, "POST", "/graph/search", body);
    }

    void profile(Ledger ledger) throws InterruptedException {
        read(Kind.PROFILE, ledger, "GET", "/profile", null);
    }

    void listTurns(Ledger ledger) throws InterruptedException {
        read(Kind.LIST_TURNS, ledger, "GET", "/turns?limit=50", null);
    }

    private void read(Kind kind, Ledger ledger, String method, String path, JsonNode body)
            throws InterruptedException {
        // Before the position is taken, which then is that of every deletion noted by now, or
        // later.
        long then = ledger.clock();
        int api = random.nextInt(requests.apis());
        Answer answer = requests.read(kind, api, ledger, method, path, body, Absence.REFUSED);
        if (answer == null) {
            return;
        }
        for (String id : shown(answer.body())) {
            String wrong = ledger.wrongToSee(id, then);
            requests.invariants()
                    .check(
                            Rule.FORGOTTEN_STAYS_FORGOTTEN,
                            wrong == null,
                            "%s in a %s of %s %s",
                            id,
                            kind.label(),
                            ledger.user,
                            wrong);
        }
    }

    /** The ids of all records, turns and facts in an answer. */
    private static List<String> shown(JsonNode body) {
        List<String> ids = new ArrayList<>();
        body.path("records").forEach(record -> ids.add(record.path("id").asText()));
        body.path("turns").forEach(turn -> ids.add(turn.path("id").asText()));
        for (JsonNode match : body.path("matches")) {
            if (match.has("record")) {
                ids.add(match.at("/record/id").asText());
            }
            match.at("/entity/observations").forEach(fact -> ids.add(fact.path("id").asText()));
            match.at("/entity/relations").forEach(fact -> ids.add(fact.path("id").asText()));
        }
        return ids;
    }
}
