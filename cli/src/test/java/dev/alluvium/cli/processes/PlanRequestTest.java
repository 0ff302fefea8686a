package dev.alluvium.cli.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a cluster becomes of what is asked, and what is refused. */
class PlanRequestTest {

    @TempDir private Path directory;

    @Test
    void withoutBeingToldThereAreTwoOfEachOnPortsOfTheirOwn() throws IOException {
        Plan plan = request(Map.of("port", "0")).plan();

        assertThat(plan.members().stream().map(Member::name))
                .containsExactly(
                        "broker",
                        "jobmanager",
                        "taskmanager-1",
                        "taskmanager-2",
                        "query-api-1",
                        "query-api-2");
        List<Integer> ports = new ArrayList<>(plan.apiPorts());
        ports.addAll(List.of(plan.kafkaPort(), plan.rpcPort(), plan.restPort()));
        assertThat(ports).doesNotHaveDuplicates().allMatch(port -> port > 0);
        assertThat(plan.parallelism()).isEqualTo(2);
        assertThat(plan.slots()).isEqualTo(1);
    }

    @Test
    void whatParallelismDoesNotNeedIsInReserve() throws IOException {
        Plan reserve = request(Map.of("port", "0", "parallelism", "2"), 3, 1).plan();
        assertThat(reserve.slots()).isEqualTo(1);
        Plan shared = request(Map.of("port", "0", "parallelism", "4"), 3, 1).plan();
        assertThat(shared.slots()).isEqualTo(2);
        assertThat(request(Map.of("port", "0", "partitions", "2"), 5, 1).plan().parallelism())
                .isEqualTo(2);
    }

    @Test
    void aPortThatIsTakenIsRefusedOnlyIfItWasAskedFor() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = Integer.toString(taken.getLocalPort());
            PlanRequest asked = request(Map.of("port", port));
            assertThatThrownBy(asked::plan)
                    .hasMessageContaining("port " + port)
                    .hasMessageContaining("0 for any free one");
            try (Ports ports = new Ports()) {
                assertThat(ports.preferably("127.0.0.1", taken.getLocalPort()))
                        .isNotEqualTo(taken.getLocalPort());
            }
        }
    }

    @Test
    void aPlanIsReadAsItWasWritten() throws IOException {
        Plan plan =
                new PlanRequest(
                                settings(Map.of("port", "0", "embedder", "none")),
                                1,
                                1,
                                "1g",
                                null,
                                Map.of("heartbeat.interval", "1 s"),
                                directory.resolve("savepoint-1"))
                        .plan();
        plan.write(directory.resolve("plan.json"));

        assertThat(Plan.read(directory.resolve("plan.json"))).contains(plan);
        assertThat(Plan.read(directory.resolve("absent"))).isEmpty();
        Files.writeString(directory.resolve("plan.json"), "{\"kafkaPort\":");
        assertThatThrownBy(() -> Plan.read(directory.resolve("plan.json")))
                .hasMessageContaining("is damaged");
    }

    @Test
    void aRunningClusterGoesOnUnlessSomethingElseIsAsked() throws IOException {
        Plan plan = request(Map.of("port", "0", "embedder", "none"), 2, 1).plan();

        assertThatCode(() -> request(Map.of()).refuseOther(plan)).doesNotThrowAnyException();
        assertThatCode(() -> request(Map.of("embedder", "none"), 2, 1).refuseOther(plan))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> request(Map.of("embed_turns", "true"), 3, null).refuseOther(plan))
                .hasMessageContaining("TaskManagers 2, not 3")
                .hasMessageContaining("embed_turns unset, not true")
                .hasMessageContaining("alluvium cluster down first");
        assertThatThrownBy(
                        () ->
                                request(Map.of("llm_config", "{\"api_key\":\"sk-secret\"}"))
                                        .refuseOther(plan))
                .hasMessageContaining("another llm_config")
                .message()
                .doesNotContain("sk-secret");
    }

    @Test
    void aRunningClusterKeepsItsParallelismAndItsStart() throws IOException {
        Plan plan = request(Map.of("port", "0"), 2, 1).plan();

        assertThatCode(() -> request(Map.of("parallelism", "2")).refuseOther(plan))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> request(Map.of("parallelism", "3")).refuseOther(plan))
                .hasMessageContaining("parallelism 2, not 3");
        Path savepoint = directory.resolve("savepoint-1");
        assertThatThrownBy(
                        () ->
                                new PlanRequest(
                                                settings(Map.of()),
                                                null,
                                                null,
                                                null,
                                                null,
                                                Map.of(),
                                                savepoint)
                                        .refuseOther(plan))
                .hasMessageContaining("from-savepoint unset, not " + savepoint);
    }

    @Test
    void whatTheClusterHasItselfIsRefused() {
        assertThatThrownBy(() -> request(Map.of("kafka", "a:1")))
                .hasMessageContaining("option kafka (argument)");
        assertThatThrownBy(() -> request(Map.of("state_server.secret", "0123456789abcdef")))
                .hasMessageContaining("state_server.secret")
                .hasMessageNotContaining("0123456789abcdef");
        assertThatThrownBy(() -> request(Map.of(), 0, null))
                .hasMessageContaining("--taskmanagers 0 is not in [1, 64]");
        assertThatThrownBy(
                        () ->
                                new PlanRequest(
                                        settings(Map.of()), 1, 1, "16m", null, Map.of(), null))
                .hasMessageContaining("--heap 16m is below");
    }

    @Test
    void processesReadOptionsThatWereAskedForAndTheClustersOwn() throws IOException {
        ClusterFiles files = new ClusterFiles(directory.resolve("daten für π"));
        files.create();
        PlanRequest request =
                request(Map.of("port", "0", "parallelism", "3", "embed_turns", "true"));
        Plan plan = request.plan();
        request.writeOptions(files, plan);

        Settings read = Settings.of(files.options(), Map.of(), Map.of());
        assertThat(read.get(AlluviumOptions.KAFKA)).isEqualTo(plan.kafka());
        assertThat(read.get(AlluviumOptions.EMBED_TURNS)).isTrue();
        assertThat(read.get(AlluviumOptions.DATA)).isEqualTo(files.data().toString());
        assertThat(read.source("parallelism")).isEqualTo("default");
        assertThat(read.secret()).hasSize(64);
        plan.write(files.plan());
        for (Path file : List.of(files.secret(), files.options(), files.plan())) {
            assertThat(Files.getPosixFilePermissions(file))
                    .as("options may hold keys: %s", file)
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Test
    void flinkIsToldWhereItsPartsAreAndWhatWasAsked() throws IOException {
        ClusterFiles files = new ClusterFiles(directory);
        Plan plan =
                new PlanRequest(
                                settings(Map.of("port", "0", "parallelism", "4")),
                                2,
                                1,
                                "600m",
                                null,
                                Map.of("heartbeat.interval", "1 s"),
                                null)
                        .plan();
        FlinkConfiguration flink =
                new FlinkConfiguration(files, plan, 256L << 20, Duration.ofSeconds(5));

        Configuration worker = flink.of(new Member(Role.TASKMANAGER, 2));
        assertThat(worker.get(TaskManagerOptions.NUM_TASK_SLOTS)).isEqualTo(2);
        assertThat(worker.get(TaskManagerOptions.MANAGED_MEMORY_SIZE).getMebiBytes())
                .isEqualTo(128);
        assertThat(
                        worker.get(TaskManagerOptions.TASK_HEAP_MEMORY)
                                .add(worker.get(TaskManagerOptions.FRAMEWORK_HEAP_MEMORY))
                                .getMebiBytes())
                .isEqualTo(600);
        assertThat(worker.get(JobManagerOptions.PORT)).isEqualTo(plan.rpcPort());
        assertThat(worker.toMap()).containsEntry("heartbeat.interval", "1 s");

        Member jobManager = Member.of(Role.JOBMANAGER);
        flink.write(jobManager);
        assertThat(Files.readString(files.configuration(jobManager).resolve("config.yaml")))
                .contains("rest.bind-port: ")
                .contains("parallelism.default: ")
                .contains("RETAIN_ON_CANCELLATION");
    }

    private static PlanRequest request(Map<String, String> options) {
        return request(options, null, null);
    }

    private static PlanRequest request(
            Map<String, String> options, Integer taskManagers, Integer queryApis) {
        return new PlanRequest(
                settings(options), taskManagers, queryApis, null, null, Map.of(), null);
    }

    private static Settings settings(Map<String, String> options) {
        return Settings.of(null, Map.of(), options);
    }
}
