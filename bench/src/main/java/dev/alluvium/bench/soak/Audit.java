package dev.alluvium.bench.soak;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.bench.soak.Invariants.Rule;
import dev.alluvium.bench.soak.Item.Fate;
import dev.alluvium.bench.soak.Item.Sort;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.query.ReadHeader;
import dev.alluvium.state.serving.StateClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/** After the load: compares what the memories hold with what was acknowledged. */
final class Audit {

    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final int PAGE = 500;

    private final Api api;
    private final StateClient state;
    private final Invariants invariants;

    /**
     * @param state asks the owners themselves, for what HTTP does not show
     */
    Audit(Api api, StateClient state, Invariants invariants) {
        this.api = api;
        this.state = state;
        this.invariants = invariants;
    }

    /** What an export shows: of each sort, what each id says. */
    private record Held(Map<Sort, Map<String, String>> items, int entities) {}

    void of(Ledger ledger) throws IOException, InterruptedException {
        MemoryHeader header = header(ledger);
        Held held = held(ledger);
        compare(ledger, held);
        Map<String, String> records = held.items().get(Sort.RECORD);
        int turns = held.items().get(Sort.TURN).size();
        int facts =
                held.items().get(Sort.OBSERVATION).size() + held.items().get(Sort.RELATION).size();
        agree(ledger, "records: header, export", header.records(), records.size());
        agree(ledger, "turns: header, export", header.turns(), turns);
        agree(ledger, "facts: header, export", header.graph().facts(), facts);
        agree(ledger, "entities: header, export", header.graph().entities(), held.entities());
        agree(ledger, "records: listed, header", listed(ledger, records), header.records());
        JsonNode scope = get(ledger, "/scopes/info?path=/");
        agree(
                ledger,
                "records: scope, header",
                scope.path("record_count").asLong(),
                header.records());
        JsonNode page = get(ledger, "/turns?limit=1");
        agree(ledger, "turns: total, header", page.path("total").asLong(), header.turns());
    }

    /** Memories that were erased are not known any more; all others are. */
    void known(List<Ledger> kept) throws IOException, InterruptedException {
        Set<String> users = new HashSet<>();
        JsonNode page;
        String cursor = "";
        do {
            page = api.get(0, "/v1/memories?limit=500" + cursor);
            page.path("memories").forEach(memory -> users.add(memory.path("user").asText()));
            cursor = "&cursor=" + page.path("next_cursor").asText();
        } while (page.hasNonNull("next_cursor"));
        Set<String> wanted = new HashSet<>();
        kept.forEach(ledger -> wanted.add(ledger.user));
        invariants.check(
                Rule.COUNTS_AGREE,
                users.equals(wanted),
                "%d memories are known, not %d",
                users.size(),
                wanted.size());
    }

    private MemoryHeader header(Ledger ledger) throws InterruptedException {
        try {
            return state.ask(
                            new MemoryId(Api.APP, ledger.user),
                            new ReadHeader(),
                            ledger.acknowledged(),
                            DEADLINE)
                    .get()
                    .value();
        } catch (ExecutionException e) {
            throw new IllegalStateException("no header of " + ledger.user, e.getCause());
        }
    }

    private void agree(Ledger ledger, String what, long one, long other) {
        invariants.check(
                Rule.COUNTS_AGREE, one == other, "%s of %s: %d, %d", what, ledger.user, one, other);
    }

    private Held held(Ledger ledger) throws IOException, InterruptedException {
        Map<Sort, Map<String, String>> items = new EnumMap<>(Sort.class);
        for (Sort sort : Sort.values()) {
            items.put(sort, new HashMap<>());
        }
        int entities = 0;
        for (JsonNode row : api.export(0, ledger.user)) {
            entities += row.has("entity") && row.get("entity").isObject() ? 1 : 0;
            for (Sort sort : Sort.values()) {
                JsonNode item = row.path(sort.name().toLowerCase(Locale.ROOT));
                if (item.isObject()) {
                    String says = item.path(sort == Sort.RELATION ? "source" : "content").asText();
                    String id = item.path("id").asText();
                    invariants.check(
                            Rule.ACKNOWLEDGED_ONCE,
                            items.get(sort).put(id, says) == null,
                            "%s is twice in %s",
                            id,
                            ledger.user);
                }
            }
        }
        return new Held(items, entities);
    }

    private void compare(Ledger ledger, Held held) {
        long turns = 0;
        for (Item item : ledger.items()) {
            String says = held.items().get(item.sort).remove(item.id);
            boolean isThere = says != null;
            if (isThere) {
                held.items().get(item.sort).put(item.id, says);
            }
            if (item.fate == Fate.GONE) {
                invariants.check(
                        Rule.FORGOTTEN_STAYS_FORGOTTEN,
                        !isThere,
                        "%s, deleted, is in the export of %s",
                        item.id,
                        ledger.user);
            } else if (item.sort == Sort.TURN) {
                turns += item.fate == Fate.THERE ? 1 : 0;
            } else if (item.fate == Fate.THERE) {
                invariants.check(
                        Rule.ACKNOWLEDGED_ONCE,
                        isThere && (item.content == null || says.equals(item.content)),
                        "%s of %s says \"%s\", not \"%s\"",
                        item.id,
                        ledger.user,
                        says,
                        item.content);
            }
        }
        // The oldest go by the memory's own retention.
        invariants.check(
                Rule.ACKNOWLEDGED_ONCE,
                held.items().get(Sort.TURN).size() >= Math.min(turns, SoakPlan.TURNS),
                "%s holds %d turns of %d",
                ledger.user,
                held.items().get(Sort.TURN).size(),
                turns);
        for (Map<String, String> of : held.items().values()) {
            for (String id : of.keySet()) {
                invariants.check(
                        Rule.ACKNOWLEDGED_ONCE,
                        ledger.wrongToSee(id, Long.MIN_VALUE) == null,
                        "%s is in %s and was never written",
                        id,
                        ledger.user);
            }
        }
    }

    /** How many records the pages have, each of which must be one of those exported. */
    private long listed(Ledger ledger, Map<String, String> exported)
            throws IOException, InterruptedException {
        List<String> ids = new ArrayList<>();
        JsonNode page;
        String cursor = "";
        do {
            page = get(ledger, "/records?include_private=true&limit=" + PAGE + cursor);
            page.path("records").forEach(record -> ids.add(record.path("id").asText()));
            cursor = "&cursor=" + page.path("next_cursor").asText();
        } while (page.hasNonNull("next_cursor"));
        agree(ledger, "records: total, header", page.path("total").asLong(), exported.size());
        invariants.check(
                Rule.COUNTS_AGREE,
                new HashSet<>(ids).equals(exported.keySet()),
                "the pages of %s are not its export",
                ledger.user);
        return ids.size();
    }

    private JsonNode get(Ledger ledger, String path) throws IOException, InterruptedException {
        return api.send(1 % api.count(), "GET", ledger.user, path, null, ledger.acknowledged())
                .body();
    }
}
