package dev.alluvium.bench.soak;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.soak.Api.Answer;
import dev.alluvium.bench.soak.Invariants.Rule;
import dev.alluvium.bench.soak.Item.Sort;
import dev.alluvium.bench.soak.Requests.Absence;
import dev.alluvium.state.json.Json;
import java.util.List;
import java.util.Random;

/**
 * The writing steps of one worker; after many of them the write is read through another query-api.
 */
final class Writes {

    private final Requests requests;
    private final Drafts drafts;
    private final Random random;

    Writes(Requests requests, Drafts drafts, Random random) {
        this.requests = requests;
        this.drafts = drafts;
        this.random = random;
    }

    /**
     * Fills a new memory with as much as it is to hold, so that nothing but this load changes it.
     */
    void fill(Ledger ledger) throws InterruptedException {
        int api = random.nextInt(requests.apis());
        ObjectNode retention = Json.object().put("turn_retention_count", SoakPlan.TURNS);
        requests.write(Kind.UPDATE, api, ledger, "PATCH", "/options", retention);
        List<Item> records = drafts.fresh(Sort.RECORD, ledger.most);
        write(
                Kind.REMEMBER_VECTOR,
                api,
                ledger,
                "/records",
                drafts.records(records, true),
                records);
        List<Item> facts = drafts.fresh(Sort.OBSERVATION, ledger.most);
        write(Kind.OBSERVE, api, ledger, "/graph/observations", drafts.observations(facts), facts);
        List<Item> ties = drafts.fresh(Sort.RELATION, ledger.most);
        write(Kind.RELATE, api, ledger, "/graph/relations", drafts.relations(ties), ties);
        List<Item> turns = drafts.fresh(Sort.TURN, SoakPlan.TURNS);
        write(Kind.LOG_TURNS, api, ledger, "/turns", drafts.turns(turns), turns);
    }

    void remember(Kind kind, Ledger ledger) throws InterruptedException {
        boolean withVectors = kind == Kind.REMEMBER_VECTOR;
        List<Item> items = drafts.fresh(Sort.RECORD, withVectors ? 1 + random.nextInt(2) : 1);
        int api = random.nextInt(requests.apis());
        ledger.begin(items);
        String wait = random.nextInt(4) == 0 ? "?wait=true" : "";
        Answer answer =
                requests.write(
                        kind,
                        api,
                        ledger,
                        "POST",
                        "/records" + wait,
                        drafts.records(items, withVectors));
        if (answer != null) {
            if (random.nextBoolean()) {
                readOwn(api, ledger, items.get(items.size() - 1));
            }
            ledger.wrote(items);
        }
        forget(api, ledger, ledger.takeSurplus(Sort.RECORD));
    }

    void logTurns(Ledger ledger) throws InterruptedException {
        List<Item> items = drafts.fresh(Sort.TURN, 2);
        int api = random.nextInt(requests.apis());
        write(Kind.LOG_TURNS, api, ledger, "/turns", drafts.turns(items), items);
    }

    void observe(Ledger ledger) throws InterruptedException {
        List<Item> items = drafts.fresh(Sort.OBSERVATION, 1 + random.nextInt(2));
        state(Kind.OBSERVE, ledger, "/graph/observations", drafts.observations(items), items);
    }

    void relate(Ledger ledger) throws InterruptedException {
        List<Item> items = drafts.fresh(Sort.RELATION, 1);
        state(Kind.RELATE, ledger, "/graph/relations", drafts.relations(items), items);
    }

    private void state(Kind kind, Ledger ledger, String path, ObjectNode body, List<Item> items)
            throws InterruptedException {
        int api = random.nextInt(requests.apis());
        write(kind, api, ledger, path, body, items);
        List<Item> surplus = ledger.takeSurplus(items.get(0).sort);
        if (!surplus.isEmpty()
                && requests.write(
                                kind,
                                api,
                                ledger,
                                "POST",
                                "/graph/delete",
                                Drafts.deletion(surplus))
                        != null) {
            ledger.deleted(surplus);
        }
    }

    void update(Ledger ledger) throws InterruptedException {
        Item item = ledger.take(Sort.RECORD);
        if (item == null) {
            return;
        }
        int api = random.nextInt(requests.apis());
        item.content = null;
        String says = drafts.nextText();
        ObjectNode patch = Json.object().put("content", says);
        drafts.putVector(patch);
        Answer answer =
                requests.write(Kind.UPDATE, api, ledger, "PATCH", "/records/" + item.id, patch);
        if (answer != null) {
            item.content = says;
            readOwn(api, ledger, item);
            ledger.wrote(List.of(item));
        }
    }

    void forget(Ledger ledger) throws InterruptedException {
        Item item = ledger.take(Sort.RECORD);
        if (item != null) {
            forget(random.nextInt(requests.apis()), ledger, List.of(item));
        }
    }

    private void forget(int api, Ledger ledger, List<Item> items) throws InterruptedException {
        if (items.isEmpty()) {
            return;
        }
        Answer answer =
                requests.write(Kind.FORGET, api, ledger, "POST", "/forget", Drafts.ids(items));
        if (answer != null) {
            ledger.deleted(items);
            readGone(Kind.READ_OWN, other(api), ledger, items.get(0).id);
        }
    }

    /** A write with a key, applied, and a repeat of it through the other query-api. */
    void rememberOnce(Ledger ledger) throws InterruptedException {
        List<Item> items = drafts.fresh(Sort.RECORD, 2);
        ledger.begin(items);
        int api = random.nextInt(requests.apis());
        ObjectNode body = drafts.records(items, true);
        String key = "key of " + items.get(0).id;
        Answer first =
                requests.once(Kind.REMEMBER_ONCE, api, ledger, "/records?wait=true", body, key);
        if (first == null) {
            return;
        }
        Answer again =
                requests.again(
                        Kind.REMEMBER_ONCE, other(api), ledger, "/records?wait=true", body, key);
        if (again != null) {
            requests.invariants()
                    .check(
                            Rule.REPEATS_ANSWER_THE_SAME,
                            again.body().equals(first.body()),
                            "the repeat of %s in %s was answered %s after %s",
                            key,
                            ledger.user,
                            again.body(),
                            first.body());
        }
        ledger.wrote(items);
        forget(api, ledger, ledger.takeSurplus(Sort.RECORD));
    }

    /** A memory that lives for a moment. */
    void erase(Ledger brief) throws InterruptedException {
        int api = random.nextInt(requests.apis());
        List<Item> items = drafts.fresh(Sort.RECORD, 3);
        if (!write(
                Kind.REMEMBER_VECTOR, api, brief, "/records", drafts.records(items, true), items)) {
            return;
        }
        expectTotal(api, brief, items.size());
        List<Item> all = brief.takeAll();
        if (requests.write(Kind.ERASE, api, brief, "DELETE", "?wait=true", null) != null) {
            brief.deleted(all);
            expectTotal(api, brief, 0);
            readGone(Kind.READ_OWN, other(api), brief, items.get(0).id);
        }
    }

    private void expectTotal(int api, Ledger ledger, int wanted) throws InterruptedException {
        Answer page =
                requests.read(
                        Kind.READ_OWN,
                        other(api),
                        ledger,
                        "GET",
                        "/records",
                        null,
                        Absence.REFUSED);
        if (page != null) {
            requests.invariants()
                    .check(
                            Rule.READ_OWN_WRITES,
                            page.body().path("total").asInt() == wanted,
                            "%s shows %s records, not %d",
                            ledger.user,
                            page.body().path("total"),
                            wanted);
        }
    }

    private boolean write(
            Kind kind, int api, Ledger ledger, String path, ObjectNode body, List<Item> items)
            throws InterruptedException {
        ledger.begin(items);
        if (requests.write(kind, api, ledger, "POST", path, body) == null) {
            return false;
        }
        if (items.get(0).sort == Sort.OBSERVATION && random.nextBoolean()) {
            readOwnFact(api, ledger, items.get(0));
        }
        ledger.wrote(items);
        return true;
    }

    private void readOwn(int api, Ledger ledger, Item item) throws InterruptedException {
        Answer answer =
                requests.read(
                        Kind.READ_OWN,
                        other(api),
                        ledger,
                        "GET",
                        "/records/" + item.id,
                        null,
                        Absence.ANSWERED);
        if (answer != null) {
            requests.invariants()
                    .check(
                            Rule.READ_OWN_WRITES,
                            answer.isDone()
                                    && answer.body().path("content").asText().equals(item.content),
                            "%s in %s, just written, is read as %s",
                            item.id,
                            ledger.user,
                            answer.body());
        }
    }

    private void readOwnFact(int api, Ledger ledger, Item item) throws InterruptedException {
        Answer answer =
                requests.read(
                        Kind.READ_OWN,
                        other(api),
                        ledger,
                        "GET",
                        "/graph/facts/" + item.id + "/history",
                        null,
                        Absence.ANSWERED);
        if (answer != null) {
            requests.invariants()
                    .check(
                            Rule.READ_OWN_WRITES,
                            answer.isDone(),
                            "%s in %s, just written, is not there",
                            item.id,
                            ledger.user);
        }
    }

    void readGone(Kind kind, int api, Ledger ledger, String id) throws InterruptedException {
        Answer answer =
                requests.read(kind, api, ledger, "GET", "/records/" + id, null, Absence.ANSWERED);
        if (answer != null) {
            requests.invariants()
                    .check(
                            Rule.FORGOTTEN_STAYS_FORGOTTEN,
                            answer.status() == 404,
                            "%s in %s, deleted, is read as %s",
                            id,
                            ledger.user,
                            answer.body());
        }
    }

    private int other(int api) {
        return (api + 1) % requests.apis();
    }
}
