package dev.alluvium.bench.system;

import static dev.alluvium.bench.system.Percentiles.median;
import static dev.alluvium.bench.system.Percentiles.rounded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.system.Client.Timed;
import dev.alluvium.state.json.Json;
import java.io.IOException;

/** Turns per second from import to applied, alternating with the no-op pipeline. */
final class TurnRate {

    private static final int WARM_UP = 6;

    private final Client system;
    private final Client noop;
    private final Scale scale;
    private int run;

    TurnRate(Client system, Client noop, Scale scale) {
        this.system = system;
        this.noop = noop;
        this.scale = scale;
    }

    void warmUp() throws IOException, InterruptedException {
        for (int i = 0; i < WARM_UP; i++) {
            byte[] body = body(8);
            system.importAll(body, scale.turns());
            noop.importAll(body, scale.turns());
        }
    }

    /**
     * @param memories the turns are spread over
     */
    ObjectNode measure(int memories) throws IOException, InterruptedException {
        double[] ours = new double[scale.repetitions()];
        double[] theirs = new double[scale.repetitions()];
        double[] ourCore = new double[scale.repetitions()];
        double[] theirCore = new double[scale.repetitions()];
        for (int i = 0; i < scale.repetitions(); i++) {
            byte[] body = body(memories);
            Timed own = system.importAll(body, scale.turns());
            Timed other = noop.importAll(body, scale.turns());
            ours[i] = own.perSecond(scale.turns());
            theirs[i] = other.perSecond(scale.turns());
            ourCore[i] = own.coreMicrosEach(scale.turns());
            theirCore[i] = other.coreMicrosEach(scale.turns());
            Progress.say(
                    "turns over %d memories: %.0f/s, %.1f us of a core each; no-op %.0f/s, %.1f us",
                    memories, ours[i], ourCore[i], theirs[i], theirCore[i]);
        }
        ObjectNode json =
                Json.object()
                        .put("memories", memories)
                        .put("per_s", rounded(median(ours)))
                        .put("noop_per_s", rounded(median(theirs)))
                        .put("ratio", rounded(median(ours) / median(theirs)))
                        .put("core_us_each", rounded(median(ourCore)))
                        .put("noop_core_us_each", rounded(median(theirCore)));
        for (double rate : ours) {
            json.withArray("all_per_s").add(rounded(rate));
        }
        for (double rate : theirs) {
            json.withArray("all_noop_per_s").add(rounded(rate));
        }
        return json;
    }

    /** Of memories nothing was written to before. */
    private byte[] body(int memories) {
        run++;
        return new TurnLines("turns-" + run, memories, scale.turns(), scale.seed() + run).body();
    }
}
