package dev.alluvium.bench.soak;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.system.Progress;
import dev.alluvium.state.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What must hold, how often it was looked at, and where it did not. Any thread. */
final class Invariants {

    private static final int SHOWN = 5;

    /** What must hold. */
    enum Rule {
        /** What was acknowledged and not deleted is there, once, and says what was written last. */
        ACKNOWLEDGED_ONCE,
        /** What was deleted is in no answer, now and ever after. */
        FORGOTTEN_STAYS_FORGOTTEN,
        /** A later write has a later position, and a later read sees no less. */
        POSITIONS_ADVANCE,
        /** A read through any query-api, given a write's position, sees the write. */
        READ_OWN_WRITES,
        /** The memory's counters, totals of pages, the pages themselves and exports agree. */
        COUNTS_AGREE,
        /** A repeat of an idempotency key answers as the first did. */
        REPEATS_ANSWER_THE_SAME,
        /** No right request is refused. */
        NOTHING_REFUSED,
        /** Heap, memory, open files and threads of each process stay what they are. */
        PROCESSES_STAY_FLAT
    }

    private static final class Record {
        private long checked;
        private long broken;
        private final List<String> examples = new ArrayList<>();
    }

    private final Map<Rule, Record> records = new TreeMap<>();

    Invariants() {
        for (Rule rule : Rule.values()) {
            records.put(rule, new Record());
        }
    }

    synchronized void check(Rule rule, boolean holds, String otherwise, Object... values) {
        Record record = records.get(rule);
        record.checked++;
        if (!holds) {
            record.broken++;
            if (record.examples.size() < SHOWN) {
                String example = String.format(Locale.ROOT, otherwise, values);
                record.examples.add(example);
                Progress.say("BROKEN %s: %s", rule, example);
            }
        }
    }

    synchronized boolean hold() {
        return records.values().stream().allMatch(record -> record.broken == 0);
    }

    synchronized ObjectNode toJson() {
        ObjectNode json = Json.object();
        records.forEach(
                (rule, record) -> {
                    ObjectNode one =
                            json.putObject(rule.name().toLowerCase(Locale.ROOT))
                                    .put("checked", record.checked)
                                    .put("broken", record.broken);
                    if (!record.examples.isEmpty()) {
                        ArrayNode examples = one.putArray("examples");
                        record.examples.forEach(examples::add);
                    }
                });
        return json;
    }
}
