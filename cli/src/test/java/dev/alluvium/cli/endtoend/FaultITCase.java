package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.cli.endtoend.Traffic.Exchange;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.serving.KeyGroups;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster whose processes are killed and whose network is cut, one after another, while clients
 * write and read: nothing that was acknowledged is lost or there twice, no read is older than what
 * its reader knows to be written, whoever cannot be served is told so at once, and service comes
 * back. The order follows from a seed, which is printed; {@code -Dalluvium.seed=N} runs the same
 * one again. The times are printed as JSON.
 */
class FaultITCase {

    private static final String APP = "faults";
    private static final int KEY_GROUPS = 128;
    private static final int MEMORIES = 4;
    private static final int STATE_SERVER_PORTS = 12;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final long seed = Long.getLong("alluvium.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private Cluster cluster;
    private SilentPaths paths;
    private Load load;
    private JsonNode processes;

    /**
     * By then service is back, however busy the machine is: most of it is processes that start.
     * What it takes is measured, not tested: the report is for that.
     */
    private static final Duration HEALED_LIMIT = Duration.ofMinutes(3);

    /** What is done. */
    private enum Fault {
        TASKMANAGER,
        JOBMANAGER,
        BROKER,
        QUERY_API,
        PATH,
        HANGING
    }

    @Test
    void everyFaultHealsAndNothingAcknowledgedIsLost(@TempDir Path data) throws Exception {
        System.out.println("FaultITCase: -Dalluvium.seed=" + seed);
        ObjectNode report = Json.object().put("seed", seed);
        ArrayNode faults = report.putArray("faults");
        cluster = new Cluster(data);
        try {
            start();
            for (Fault fault : inSomeOrder()) {
                Outage outage = suffer(fault);
                faults.add(outage.toJson());
                System.out.println("FaultITCase: " + outage.toJson());
                assertThat(load.traffic().violations()).as("after %s", fault).isEmpty();
                assertThat(Duration.ofMillis(outage.healedMillis()))
                        .as("%s is healed: %s", fault, outage.toJson())
                        .isLessThan(HEALED_LIMIT);
            }
            load.stopAndVerify();
            assertThat(load.traffic().violations()).isEmpty();
            report.put("acknowledged", load.acknowledged());
            report.put("requests", load.traffic().size());
            System.out.println("FaultITCase: " + report);
        } catch (Exception | Error e) {
            System.out.println("FaultITCase: " + report);
            if (load != null) {
                load.traffic().violations().forEach(System.out::println);
            }
            System.out.println(cluster.lastLines());
            throw e;
        } finally {
            stop();
        }
    }

    private void stop() throws Exception {
        if (load != null) {
            load.stop();
        }
        cluster.down();
        if (paths != null) {
            paths.close();
        }
    }

    private void start() throws Exception {
        List<String> options = new ArrayList<>();
        options.addAll(List.of("--taskmanagers", "2", "--query-apis", "2", "--port", "0"));
        options.addAll(List.of("--set", "embedder=none", "--set", "checkpoint_interval=2s"));
        if (SilentPaths.arePossible()) {
            paths = SilentPaths.open(STATE_SERVER_PORTS);
            options.addAll(
                    List.of(
                            "--set",
                            "state_server.advertised_host=" + SilentPaths.HOST,
                            "--set",
                            "state_server.ports=" + paths.range()));
        }
        cluster.up(options.toArray(String[]::new));
        processes = cluster.status(0);
        load =
                new Load(
                        APP,
                        users(),
                        List.of(
                                Cluster.address(processes, "query-api-1"),
                                Cluster.address(processes, "query-api-2")),
                        seed);
        load.start();
        load.awaitServed(System.nanoTime(), Load.EVERYBODY);
    }

    /** Of whom each TaskManager holds as many. */
    private static List<String> users() {
        List<String> users = new ArrayList<>();
        for (int half = 0; half < 2; half++) {
            for (int i = 0; users.size() < (half + 1) * MEMORIES / 2; i++) {
                if (half("user-" + i) == half) {
                    users.add("user-" + i);
                }
            }
        }
        return users;
    }

    /** Which of two subtasks holds a memory. */
    private static int half(String user) {
        return KeyGroups.of(new MemoryId(APP, user), KEY_GROUPS) / (KEY_GROUPS / 2);
    }

    private List<Fault> inSomeOrder() {
        List<Fault> faults = new ArrayList<>(Arrays.asList(Fault.values()));
        Collections.shuffle(faults, random);
        if (paths == null) {
            System.out.println("FaultITCase: no path is cut, there is no " + SilentPaths.HOST);
            faults.remove(Fault.PATH);
        }
        return faults;
    }

    private Outage suffer(Fault fault) throws Exception {
        return switch (fault) {
            case TASKMANAGER -> taskManager();
            case JOBMANAGER -> jobManager();
            case BROKER -> killed("broker");
            case QUERY_API -> queryApi();
            case PATH -> path();
            case HANGING -> hanging();
        };
    }

    private Outage taskManager() throws Exception {
        Outage outage = killed("taskmanager-" + (1 + random.nextInt(2)));
        List<Long> refusals = outage.refusalMillis();
        assertThat(refusals).as("readers are told that memories cannot be read").isNotEmpty();
        assertThat(refusals.get(refusals.size() / 2))
                .as("ms until a reader is told: %s", refusals)
                .isLessThan(1_000);
        return outage;
    }

    private Outage jobManager() throws Exception {
        awaitCheckpoint();
        Outage outage = killed("jobmanager");
        assertThat(checkpoints("restored")).as("checkpoints the job was started from").isPositive();
        return outage;
    }

    /** Clients of the other one are served while it is dead. */
    private Outage queryApi() throws Exception {
        int server = random.nextInt(2);
        String name = "query-api-" + (server + 1);
        load.traffic().excuse(server);
        long begin = System.nanoTime();
        Cluster.kill(processes, name);
        load.awaitServed(begin, (user, asked) -> asked != server);
        Outage outage = startedAgain(name, begin);
        load.traffic().excuse(-1);
        return outage;
    }

    private Outage killed(String name) throws Exception {
        long begin = System.nanoTime();
        Cluster.kill(processes, name);
        return startedAgain(name, begin);
    }

    /** Starts what was killed, as whoever supervises it would. */
    private Outage startedAgain(String name, long begin) throws Exception {
        cluster.up();
        processes = cluster.status(0);
        return healed(name + " killed", begin);
    }

    /** Cuts query-apis off from one of two TaskManagers without a word. */
    private Outage path() throws Exception {
        List<Integer> used = paths.used();
        assertThat(used).as("ports of state servers").hasSize(2);
        int port = used.get(random.nextInt(2));
        long begin = System.nanoTime();
        paths.cut(port);
        int lost = silentHalf(begin);
        load.awaitServed(begin, (user, server) -> half(user) != lost);
        assertThat(load.reads(begin))
                .filteredOn(read -> read.succeeded() && read.begin() > begin)
                .as("who was served though the TaskManager was cut off")
                .noneMatch(read -> half(read.user()) == lost);
        paths.mend(port);
        return healed("path to a state server cut", begin);
    }

    /**
     * Stops a TaskManager as a machine does that stalls, for less than Flink gives it. It reads a
     * part of the log for all memories, so that new writes of the others wait for it, too.
     */
    private Outage hanging() throws Exception {
        String name = "taskmanager-" + (1 + random.nextInt(2));
        long pid = Cluster.process(processes, name).path("pid").asLong();
        long begin = System.nanoTime();
        signal("STOP", pid);
        silentHalf(begin);
        signal("CONT", pid);
        return healed(name + " stopped", begin);
    }

    private static void signal(String signal, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor())
                .isZero();
    }

    /** Waits until both servers know that a TaskManager says nothing; whose memories it has. */
    private int silentHalf(long begin) {
        Awaitility.await("readers through both servers are refused at once")
                .atMost(LIMIT)
                .until(() -> refusedAtOnce(begin).size() == 2);
        return half(refused(begin).get(0).user());
    }

    private List<Exchange> refused(long since) {
        return load.reads(since).stream().filter(read -> read.status() == 503).toList();
    }

    /** The servers that have refused a read without waiting for the owner. */
    private Set<Integer> refusedAtOnce(long since) {
        return refused(since).stream()
                .filter(read -> read.millis() < 1_000)
                .map(Exchange::server)
                .collect(Collectors.toSet());
    }

    private Outage healed(String fault, long begin) {
        long mended = System.nanoTime();
        load.awaitServed(mended, Load.EVERYBODY);
        return new Outage(fault, begin, mended, load.traffic().since(begin));
    }

    private void awaitCheckpoint() {
        Awaitility.await("a checkpoint").atMost(LIMIT).until(() -> checkpoints("completed") > 0);
    }

    /** How many checkpoints of a kind the job has had, as Flink counts. */
    private int checkpoints(String kind) throws Exception {
        String url = Cluster.address(processes, "jobmanager");
        String job = get(url + "/jobs").at("/jobs/0/id").asText();
        return get(url + "/jobs/" + job + "/checkpoints").at("/counts/" + kind).asInt();
    }

    private static JsonNode get(String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return Json.parse(
                HttpClient.newHttpClient().send(request, BodyHandlers.ofByteArray()).body());
    }
}
