package dev.alluvium.bench.soak;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.cluster.ClusterProcess;
import dev.alluvium.bench.cluster.ClusterState;
import dev.alluvium.bench.cluster.PackagedCluster;
import dev.alluvium.bench.system.Measures;
import dev.alluvium.bench.system.Progress;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** One soak: a cluster, its load, what is watched meanwhile, and the audit at the end. */
final class Soak {

    private static final Duration SAMPLE = Duration.ofSeconds(30);

    /** Heaps are collected at every so-many-th sample. */
    private static final int COLLECTED = 2;

    private static final Duration WINDOW = Duration.ofMinutes(5);
    private static final int MIN_WINDOWS = 4;

    /** Shorter than this, everything still grows that will end. */
    private static final Duration JUDGED = Duration.ofMinutes(10);

    private final SoakPlan plan;
    private final Path data;
    private final Invariants invariants = new Invariants();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong brief = new AtomicLong();
    private final AtomicLong late = new AtomicLong();
    private final List<Ledger> ledgers = new ArrayList<>();

    Soak(SoakPlan plan, Path data) {
        this.plan = plan;
        this.data = data;
        for (int i = 0; i < plan.memories(); i++) {
            ledgers.add(new Ledger("user-" + i, SoakPlan.items(i)));
        }
    }

    boolean passed() {
        return invariants.hold();
    }

    ObjectNode run() throws Exception {
        ObjectNode json = Json.object();
        try (PackagedCluster cluster = PackagedCluster.up(data, plan.cluster())) {
            Api api = new Api(cluster.apis());
            fill(api);
            int windows = (int) Math.max(MIN_WINDOWS, plan.length().dividedBy(WINDOW));
            Latencies latencies = new Latencies(plan.length().dividedBy(windows), windows);
            Requests requests = new Requests(api, latencies, invariants);
            json.set("processes", load(cluster, requests, latencies));
            json.put("requests", latencies.count());
            json.put("steps_left_out", late.get());
            json.set("errors", latencies.errors());
            json.set("latencies", latencies.toJson());
            json.set("managed_memory", new ManagedMemory(cluster.address("jobmanager")).toJson());
            audit(cluster, api);
            json.set("disk", disk());
        }
        json.set("invariants", invariants.toJson());
        json.put("passed", passed());
        return json;
    }

    private void fill(Api api) throws Exception {
        Requests requests = new Requests(api, new Latencies(WINDOW, 1), invariants);
        List<Callable<Void>> fills = new ArrayList<>();
        for (int i = 0; i < plan.workers(); i++) {
            int number = i;
            fills.add(
                    () -> {
                        worker(requests, number - plan.workers()).fill(number, plan.workers());
                        return null;
                    });
        }
        together(fills, () -> {});
        Progress.say("%d memories filled", plan.memories());
    }

    private Worker worker(Requests requests, int number) {
        long pace = plan.workers() * Duration.ofSeconds(1).toNanos() / plan.perSecond();
        return new Worker(
                ledgers, requests, pace, numbers, brief, late, plan.seed() * 1_000 + number);
    }

    /** Runs the load, and watches. */
    private ObjectNode load(PackagedCluster cluster, Requests requests, Latencies latencies)
            throws Exception {
        List<Watched> watched = new ArrayList<>();
        try {
            for (ClusterProcess process : cluster.processes()) {
                watched.add(new Watched(process));
            }
            long start = System.nanoTime();
            long end = start + plan.length().toNanos();
            List<Callable<Void>> loads = new ArrayList<>();
            for (int i = 0; i < plan.workers(); i++) {
                Worker worker = worker(requests, i);
                loads.add(
                        () -> {
                            worker.run(end);
                            return null;
                        });
            }
            together(loads, () -> watch(watched, latencies, start, end));
            for (Watched one : watched) {
                one.sample((System.nanoTime() - start) / 1e9, true);
            }
            ObjectNode json = Json.object();
            boolean judging = plan.length().compareTo(JUDGED) >= 0;
            double half = plan.length().toSeconds() / 2.0;
            for (int i = 0; i < watched.size(); i++) {
                json.set(
                        cluster.processes().get(i).name(),
                        watched.get(i).verdict(half, judging, invariants));
            }
            return json;
        } finally {
            for (Watched one : watched) {
                one.close();
            }
        }
    }

    private void watch(List<Watched> watched, Latencies latencies, long start, long end)
            throws IOException, InterruptedException {
        long before = 0;
        for (int round = 0; System.nanoTime() < end; round++) {
            StringBuilder uses = new StringBuilder();
            double seconds = (System.nanoTime() - start) / 1e9;
            for (Watched one : watched) {
                one.sample(seconds, round % COLLECTED == 0);
                uses.append(", ").append(one.inShort());
            }
            Progress.say(
                    "%4.0f s: %d requests (%.0f/s), %d failed; heap+outside MiB%s",
                    seconds,
                    latencies.count(),
                    (latencies.count() - before) / (double) SAMPLE.toSeconds(),
                    latencies.failures(),
                    uses);
            before = latencies.count();
            long next = start + (round + 1) * SAMPLE.toNanos();
            long ahead = Math.min(next, end) - System.nanoTime();
            if (ahead > 0) {
                Thread.sleep(ahead / 1_000_000 + 1);
            }
        }
    }

    private interface Watching {
        void run() throws IOException, InterruptedException;
    }

    /**
     * Runs work on threads of its own, beside what this thread does; a failure of either ends it.
     */
    private static void together(List<Callable<Void>> work, Watching meanwhile) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(work.size());
        try {
            List<Future<Void>> under = new ArrayList<>();
            work.forEach(each -> under.add(threads.submit(each)));
            meanwhile.run();
            for (Future<Void> each : under) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a worker failed", e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private void audit(PackagedCluster cluster, Api api) throws Exception {
        try (ClusterState state = new ClusterState(cluster)) {
            Audit audit = new Audit(api, state.client(), invariants);
            for (Ledger ledger : ledgers) {
                audit.of(ledger);
            }
            audit.known(ledgers);
        }
        Progress.say("audited");
    }

    private ObjectNode disk() {
        ObjectNode json = Json.object();
        for (String part : List.of("kafka", "checkpoints", "tmp")) {
            json.put(part + "_mib", Measures.bytesUnder(data.resolve(part)) >> 20);
        }
        return json;
    }
}
