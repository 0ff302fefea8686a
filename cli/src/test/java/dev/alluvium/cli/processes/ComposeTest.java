package dev.alluvium.cli.processes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.job.ClusterJob;
import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Settings;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * What the description of the containers refers to exists: where no engine runs, this is what can
 * be known of it.
 */
class ComposeTest {

    private static final Path ROOT = Path.of("..");

    /** What the compose specification allows of a service, as far as it is used. */
    private static final Set<String> SERVICE_KEYS =
            Set.of(
                    "image",
                    "build",
                    "restart",
                    "depends_on",
                    "environment",
                    "volumes",
                    "ports",
                    "command",
                    "entrypoint",
                    "user",
                    "deploy",
                    "healthcheck");

    private static final List<Class<?>> FLINK_OPTIONS =
            List.of(
                    CheckpointingOptions.class,
                    CoreOptions.class,
                    HeartbeatManagerOptions.class,
                    JobManagerOptions.class,
                    RestartStrategyOptions.class,
                    RocksDBConfigurableOptions.class,
                    StateBackendOptions.class,
                    TaskManagerOptions.class);

    private final JsonNode compose = yaml("docker-compose.yml");
    private final JsonNode services = compose.path("services");

    @Test
    void servicesHaveKnownKeysAndDependOnEachOther() {
        for (String name : names(services)) {
            JsonNode service = services.path(name);
            assertThat(SERVICE_KEYS).as(name).containsAll(names(service));
            assertThat(service.has("image")).as(name).isTrue();
            JsonNode needed = service.path("depends_on");
            List<String> dependencies =
                    needed.isArray()
                            ? stream(needed).map(JsonNode::asText).toList()
                            : names(needed);
            assertThat(names(services)).as(name).containsAll(dependencies);
            for (String dependency : dependencies) {
                if (needed.at("/" + dependency + "/condition").asText().equals("service_healthy")) {
                    assertThat(services.path(dependency).has("healthcheck"))
                            .as("%s waits for the health of %s", name, dependency)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void volumesAndMountedFilesExist() {
        for (String name : names(services)) {
            for (JsonNode volume : services.path(name).path("volumes")) {
                String source = volume.asText().substring(0, volume.asText().indexOf(':'));
                if (source.startsWith("./")) {
                    assertThat(ROOT.resolve(source)).as(name).exists();
                } else {
                    assertThat(names(compose.path("volumes"))).as(name).contains(source);
                }
            }
        }
    }

    @Test
    void imagesAreThoseOfTheVersionsInUse() throws IOException {
        String pom = Files.readString(ROOT.resolve("pom.xml"));
        String dockerfile = Files.readString(ROOT.resolve("Dockerfile"));
        String flink = version(pom, "flink.version");
        String minor = flink.substring(0, flink.lastIndexOf('.'));

        assertThat(services.at("/kafka/image").asText())
                .isEqualTo("apache/kafka:" + version(pom, "kafka.version"));
        assertThat(dockerfile).contains("FROM flink:" + minor + "-java17 AS job");
        for (String name : names(services)) {
            String target = services.at("/" + name + "/build/target").asText();
            assertThat(target.isEmpty() || dockerfile.contains(" AS " + target)).as(name).isTrue();
            assertThat(services.path(name).path("image").asText().matches("alluvium/.*|.*:.*\\d.*"))
                    .as("%s is built here, or its version is pinned", name)
                    .isTrue();
        }
        assertThat(services.at("/jobmanager/command").toString())
                .contains(ClusterJob.class.getName());
    }

    @Test
    void optionsThatAreSetExist() {
        Set<String> known =
                AlluviumOptions.names().stream()
                        .map(Settings::variable)
                        .collect(Collectors.toCollection(HashSet::new));
        known.add("ALLUVIUM_HEAP");
        for (String name : names(services)) {
            assertThat(known)
                    .as(name)
                    .containsAll(
                            names(services.path(name).path("environment")).stream()
                                    .filter(variable -> variable.startsWith("ALLUVIUM_"))
                                    .toList());
        }
    }

    @Test
    void flinkKnowsWhatItIsTold() throws IllegalAccessException {
        Map<String, Object> told =
                new Yaml(new SafeConstructor(new LoaderOptions()))
                        .load(services.at("/jobmanager/environment/FLINK_PROPERTIES").asText());
        Set<String> known = new HashSet<>();
        for (Class<?> options : FLINK_OPTIONS) {
            for (Field field : options.getFields()) {
                if (Modifier.isStatic(field.getModifiers())
                        && field.get(null) instanceof ConfigOption<?> option) {
                    known.add(option.key());
                }
            }
        }
        assertThat(told.keySet())
                .filteredOn(key -> !key.startsWith("metrics.reporter.prometheus."))
                .allSatisfy(key -> assertThat(known).contains(key));
        assertThat(services.at("/taskmanager/environment"))
                .isEqualTo(services.at("/jobmanager/environment"));
    }

    @Test
    void whatIsScrapedAndShownIsThere() throws IOException {
        String prometheus = Files.readString(ROOT.resolve("docker/prometheus.yml"));
        Matcher named = Pattern.compile("names: \\[(.*)]").matcher(prometheus);
        while (named.find()) {
            assertThat(names(services)).contains(named.group(1).split(", "));
        }
        assertThat(yaml("docker/grafana/datasources/prometheus.yml").at("/datasources/0/url"))
                .hasToString("\"http://prometheus:9090\"");
        JsonNode dashboard =
                Json.parse(
                        Files.readAllBytes(
                                ROOT.resolve("docker/grafana/dashboards/alluvium.json")));
        String source =
                yaml("docker/grafana/datasources/prometheus.yml").at("/datasources/0/uid").asText();
        assertThat(dashboard.path("panels"))
                .isNotEmpty()
                .allSatisfy(
                        panel ->
                                assertThat(panel.at("/datasource/uid").asText()).isEqualTo(source));
        String shown = services.at("/grafana/environment").toString();
        assertThat(shown)
                .contains(
                        yaml("docker/grafana/dashboards.yml")
                                .at("/providers/0/options/path")
                                .asText());
    }

    private static String version(String pom, String property) {
        Matcher matcher = Pattern.compile("<" + property + ">(.+)</").matcher(pom);
        assertThat(matcher.find()).as(property).isTrue();
        return matcher.group(1);
    }

    private static JsonNode yaml(String file) {
        try (Stream<String> lines = Files.lines(ROOT.resolve(file))) {
            Object loaded =
                    new Yaml(new SafeConstructor(new LoaderOptions()))
                            .load(lines.collect(Collectors.joining("\n")));
            return Json.MAPPER.valueToTree(loaded);
        } catch (IOException e) {
            throw new IllegalStateException(file, e);
        }
    }

    private static List<String> names(JsonNode object) {
        Iterator<String> names = object.fieldNames();
        return Stream.generate(() -> null)
                .takeWhile(any -> names.hasNext())
                .map(any -> names.next())
                .toList();
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
