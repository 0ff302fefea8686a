package dev.alluvium.cli.processes;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a cluster consists of and where its processes meet, written down while any of it runs: a
 * process that has died is started again in its own place.
 *
 * @param kafkaPort where the broker listens
 * @param rpcPort where TaskManagers find the JobManager
 * @param restPort where the JobManager answers questions about the job
 * @param host the address query-apis listen on
 * @param apiPorts where the query-apis listen, one each
 * @param taskManagers how many there are; what the job does not need is in reserve
 * @param parallelism of the job
 * @param heap of each TaskManager, as the JVM reads it
 * @param apiHeap of each query-api
 * @param options Alluvium's options that differ from the defaults
 * @param flink options of Flink that were given
 * @param savepoint that the job was told to start from; null for its newest checkpoint
 */
record Plan(
        int kafkaPort,
        int rpcPort,
        int restPort,
        String host,
        List<Integer> apiPorts,
        int taskManagers,
        int parallelism,
        String heap,
        String apiHeap,
        Map<String, String> options,
        Map<String, String> flink,
        Path savepoint) {

    Plan {
        Objects.requireNonNull(host, "host");
        apiPorts = List.copyOf(apiPorts);
        options = Map.copyOf(options);
        flink = Map.copyOf(flink);
    }

    /** All processes, in the order in which they are started. */
    List<Member> members() {
        List<Member> members = new ArrayList<>();
        members.add(Member.of(Role.BROKER));
        members.add(Member.of(Role.JOBMANAGER));
        for (int i = 1; i <= taskManagers; i++) {
            members.add(new Member(Role.TASKMANAGER, i));
        }
        for (int i = 1; i <= apiPorts.size(); i++) {
            members.add(new Member(Role.QUERY_API, i));
        }
        return members;
    }

    /** So many that the job fits when all TaskManagers live, spread evenly. */
    int slots() {
        return (parallelism + taskManagers - 1) / taskManagers;
    }

    String kafka() {
        return "127.0.0.1:" + kafkaPort;
    }

    String rest() {
        return "http://127.0.0.1:" + restPort;
    }

    /** Where a query-api is asked from this machine. */
    String api(int number) {
        String asked = host.equals("0.0.0.0") || host.equals("::") ? "127.0.0.1" : host;
        return "http://%s:%d"
                .formatted(
                        asked.contains(":") ? "[" + asked + "]" : asked, apiPorts.get(number - 1));
    }

    /** Where a process is found; empty where others need not know. */
    String address(Member member) {
        return switch (member.role()) {
            case BROKER -> kafka();
            case JOBMANAGER -> rest();
            case TASKMANAGER -> "";
            case QUERY_API -> api(member.number());
        };
    }

    void write(Path file) throws IOException {
        ClusterFiles.writeOwn(
                file, Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(this));
    }

    /** The plan that a file holds; empty where there is none. */
    static Optional<Plan> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            return Optional.of(Json.MAPPER.readValue(text, Plan.class));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(
                    "%s is damaged (%s): stop the processes listed in %s by hand and delete both"
                            .formatted(file, e.getOriginalMessage(), file.resolveSibling("run")),
                    e);
        }
    }
}
