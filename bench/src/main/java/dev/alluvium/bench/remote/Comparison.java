package dev.alluvium.bench.remote;

import static dev.alluvium.bench.system.Percentiles.rounded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.system.Percentiles;
import dev.alluvium.bench.system.Progress;
import dev.alluvium.state.json.Json;
import java.util.Arrays;

/** Two that are asked the same in turn, round after round, and by how much one takes longer. */
final class Comparison {

    /** Asks one of both for the n-th time. Gives the milliseconds that took. */
    interface Asked {
        double ask(int n) throws Exception;
    }

    private final int rounds;
    private final int pairs;
    private int asked;

    /**
     * @param pairs of questions in each round
     */
    Comparison(int rounds, int pairs) {
        this.rounds = rounds;
        this.pairs = pairs;
    }

    /** Asks so many pairs for nothing. */
    static void warmUp(int pairs, Asked direct, Asked remote) throws Exception {
        for (int n = 0; n < pairs; n++) {
            direct.ask(n);
            remote.ask(n);
        }
    }

    /** Each pair is one after the other at once, the first of them by turns. */
    ObjectNode of(String what, Asked direct, Asked remote) throws Exception {
        Round all = new Round();
        double[] added = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            Round one = new Round();
            round(direct, remote, one);
            all.addAll(one);
            added[i] = one.added();
        }
        Arrays.sort(added);
        Progress.say(
                "%-28s direct %s; remote %s; added p50 %.2f ms (rounds %.2f to %.2f)",
                what, all.direct, all.remote, all.added(), added[0], added[rounds - 1]);
        ObjectNode json = Json.object().put("read", what);
        json.set("direct", all.direct.toJson());
        json.set("remote", all.remote.toJson());
        json.put("added_p50_ms", rounded(all.added()))
                .put("added_p95_ms", rounded(all.remote.at(0.95) - all.direct.at(0.95)))
                .put("ratio_p50", rounded(all.remote.at(0.5) / all.direct.at(0.5)))
                .put("least_added_p50_ms", rounded(added[0]))
                .put("most_added_p50_ms", rounded(added[rounds - 1]));
        json.set("pair_difference", all.difference.toJson());
        return json;
    }

    private void round(Asked direct, Asked remote, Round round) throws Exception {
        for (int i = 0; i < pairs; i++) {
            int n = asked++;
            boolean directFirst = i % 2 == 0;
            double one = (directFirst ? direct : remote).ask(n);
            double other = (directFirst ? remote : direct).ask(n);
            round.add(directFirst ? one : other, directFirst ? other : one);
        }
    }

    /** What was measured. */
    private static final class Round {
        private final Percentiles direct = new Percentiles();
        private final Percentiles remote = new Percentiles();
        private final Percentiles difference = new Percentiles();

        void add(double directMillis, double remoteMillis) {
            direct.add(directMillis);
            remote.add(remoteMillis);
            difference.add(remoteMillis - directMillis);
        }

        void addAll(Round other) {
            direct.addAll(other.direct);
            remote.addAll(other.remote);
            difference.addAll(other.difference);
        }

        double added() {
            return remote.at(0.5) - direct.at(0.5);
        }
    }
}
