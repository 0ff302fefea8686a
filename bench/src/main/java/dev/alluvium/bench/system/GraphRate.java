package dev.alluvium.bench.system;

import static dev.alluvium.bench.system.Percentiles.median;
import static dev.alluvium.bench.system.Percentiles.rounded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.system.Client.Timed;
import dev.alluvium.state.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Facts per second from import to applied, alternating with the no-op pipeline. */
final class GraphRate {

    private static final int MEMORIES = 8;
    private static final int WARM_UP = 3;

    private final Client system;
    private final Client noop;
    private final Scale scale;
    private int run;

    GraphRate(Client system, Client noop, Scale scale) {
        this.system = system;
        this.noop = noop;
        this.scale = scale;
    }

    /** A body, and what is in it. */
    private record Batch(byte[] body, int rows, int facts) {}

    ObjectNode measure() throws IOException, InterruptedException {
        for (int i = 0; i < WARM_UP; i++) {
            Batch batch = batch();
            system.importAll(batch.body(), batch.rows());
            noop.importAll(batch.body(), batch.rows());
        }
        double[] ours = new double[scale.repetitions()];
        double[] theirs = new double[scale.repetitions()];
        double[] ourCore = new double[scale.repetitions()];
        double[] theirCore = new double[scale.repetitions()];
        for (int i = 0; i < scale.repetitions(); i++) {
            Batch batch = batch();
            Timed own = system.importAll(batch.body(), batch.rows());
            Timed other = noop.importAll(batch.body(), batch.rows());
            ours[i] = own.perSecond(batch.facts());
            theirs[i] = other.perSecond(batch.facts());
            ourCore[i] = own.coreMicrosEach(batch.facts());
            theirCore[i] = other.coreMicrosEach(batch.facts());
            Progress.say(
                    "facts: %.0f/s, %.1f us of a core each; no-op %.0f/s, %.1f us",
                    ours[i], ourCore[i], theirs[i], theirCore[i]);
        }
        ObjectNode json =
                Json.object()
                        .put("memories", MEMORIES)
                        .put("facts_per_s", rounded(median(ours)))
                        .put("noop_facts_per_s", rounded(median(theirs)))
                        .put("ratio", rounded(median(ours) / median(theirs)))
                        .put("core_us_each", rounded(median(ourCore)))
                        .put("noop_core_us_each", rounded(median(theirCore)));
        for (double rate : ours) {
            json.withArray("all_facts_per_s").add(rounded(rate));
        }
        for (double rate : theirs) {
            json.withArray("all_noop_facts_per_s").add(rounded(rate));
        }
        return json;
    }

    /** Of memories nothing was written to before, line by line in turn. */
    private Batch batch() {
        run++;
        int entities = scale.writtenEntities() / MEMORIES;
        List<Iterator<byte[]>> lines = new ArrayList<>();
        int rows = 0;
        int facts = 0;
        for (int i = 0; i < MEMORIES; i++) {
            GraphMemory memory =
                    GraphMemory.of(
                            "facts-" + run + "-" + i,
                            scale.seed() + MEMORIES * run + i,
                            entities,
                            entities);
            lines.add(memory.lines());
            rows += memory.rows();
            facts += memory.facts();
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (lines.get(0).hasNext()) {
            lines.forEach(each -> body.writeBytes(each.next()));
        }
        return new Batch(body.toByteArray(), rows, facts);
    }
}
