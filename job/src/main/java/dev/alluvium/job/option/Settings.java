package dev.alluvium.job.option;

import dev.alluvium.models.embedding.Embedder;
import dev.alluvium.models.language.LanguageModelSettings;
import dev.alluvium.models.language.LanguageModels;
import dev.alluvium.operators.decide.DecideSettings;
import dev.alluvium.operators.decide.DecidedSaves;
import dev.alluvium.operators.embed.EmbedSettings;
import dev.alluvium.operators.memory.MemorySettings;
import dev.alluvium.operators.serving.Announcer;
import dev.alluvium.operators.serving.PortRange;
import dev.alluvium.operators.serving.ServerSettings;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;

/**
 * The options of this process, with where each came from. Later sources win: file, environment,
 * arguments. Whatever is unknown or malformed is refused with its source, so that no setting is
 * ever silently ignored.
 */
public final class Settings {

    private static final String ENVIRONMENT_PREFIX = "ALLUVIUM_";
    private static final Duration LONGEST = Duration.ofHours(1);

    private final Configuration configuration = new Configuration();
    private final Map<String, String> memory = new TreeMap<>();
    private final Map<String, String> sources = new TreeMap<>();

    private Settings() {}

    /**
     * @param file properties, or null
     * @param environment the process's environment; {@code ALLUVIUM_EMBED_TURNS} sets {@code
     *     embed_turns}
     * @param arguments by name
     */
    public static Settings of(
            Path file, Map<String, String> environment, Map<String, String> arguments) {
        Settings settings = new Settings();
        if (file != null) {
            read(file).forEach((name, value) -> settings.set(name, value, file.toString()));
        }
        for (String name : AlluviumOptions.names()) {
            String variable = variable(name);
            String value = environment.get(variable);
            if (value != null) {
                settings.set(name, value, variable);
            }
        }
        arguments.forEach((name, value) -> settings.set(name, value, "argument"));
        settings.check();
        return settings;
    }

    /** The environment variable that sets an option. */
    public static String variable(String name) {
        return ENVIRONMENT_PREFIX + name.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    public <T> T get(ConfigOption<T> option) {
        return configuration.get(option);
    }

    /** Where an option's value came from; "default" if nobody set it. */
    public String source(String name) {
        return sources.getOrDefault(name, "default");
    }

    /** The value of any option as text; null where there is none. */
    public String text(String name) {
        for (ConfigOption<?> option : AlluviumOptions.process()) {
            if (option.key().equals(name)) {
                Object value = configuration.get(option);
                return value == null ? null : value.toString();
            }
        }
        return String.valueOf(memoryOptions().get(Setting.of(name)));
    }

    /** The options that were set, as they were written. */
    public Map<String, String> given() {
        Map<String, String> given = new TreeMap<>(configuration.toMap());
        given.putAll(memory);
        return given;
    }

    public MemoryOptions memoryOptions() {
        return MemoryOptions.DEFAULTS.with(memory);
    }

    /**
     * What embeds; null for nothing.
     *
     * @throws IllegalArgumentException if there is no such embedder, or its config is none of its
     */
    public Embedder embedder() {
        String key = get(AlluviumOptions.EMBEDDER);
        return key.equals("none") ? null : new Embedder(key, get(AlluviumOptions.EMBEDDER_CONFIG));
    }

    /** What is embedded beside records. */
    public Embedded embedded() {
        return new Embedded(get(AlluviumOptions.EMBED_TURNS), get(AlluviumOptions.EMBED_FACTS));
    }

    public EmbedSettings embedSettings() {
        return new EmbedSettings(
                embedder(), embedded(), get(AlluviumOptions.EMBED_CACHE).getBytes());
    }

    /** How the language model is reached; null for none. */
    public LanguageModelSettings languageModel() {
        String name = get(AlluviumOptions.LLM);
        return name.equals("none")
                ? null
                : LanguageModelSettings.of(name, get(AlluviumOptions.LLM_CONFIG));
    }

    /**
     * @param registry the name under which the job's subtasks are found in their process
     * @param decided opens what the log says of decisions already made
     */
    public DecideSettings decideSettings(String registry, DecidedSaves.Source decided) {
        LanguageModelSettings model = languageModel();
        return new DecideSettings(
                model == null ? null : () -> LanguageModels.open(model),
                decided,
                registry,
                new DecideSettings.Limits(
                        get(AlluviumOptions.LLM_CALLS),
                        get(AlluviumOptions.LLM_CALLS_PER_MEMORY),
                        model == null ? Duration.ZERO : model.timeout(),
                        get(AlluviumOptions.LLM_DEADLINE)));
    }

    /**
     * @param registry the name under which the job's subtasks are found by readers in their process
     * @param server how others reach them; null if nobody else asks
     */
    public MemorySettings memorySettings(String registry, ServerSettings server) {
        return new MemorySettings(
                registry,
                new LinkedHashMap<>(memory),
                embedder(),
                embedded(),
                bytes(AlluviumOptions.VIEW_BUDGET),
                bytes(AlluviumOptions.NEAR_BUDGET),
                server);
    }

    private long bytes(ConfigOption<MemorySize> option) {
        MemorySize given = get(option);
        return given == null ? 0 : given.getBytes();
    }

    /**
     * How query-apis reach the subtasks on a cluster.
     *
     * @param announcer tells them where
     */
    public ServerSettings serverSettings(Announcer.Factory announcer) {
        return new ServerSettings(
                get(AlluviumOptions.STATE_SERVER_BIND_HOST),
                get(AlluviumOptions.STATE_SERVER_ADVERTISED_HOST),
                PortRange.parse(get(AlluviumOptions.STATE_SERVER_PORTS)),
                secret(),
                ServerSettings.MAX_WAITING,
                announcer);
    }

    /**
     * The brokers of the log, where there is none inside.
     *
     * @throws IllegalArgumentException if they are not set
     */
    public String brokers() {
        String kafka = get(AlluviumOptions.KAFKA);
        if (kafka == null) {
            throw new IllegalArgumentException(
                    "option kafka is not set: give --kafka HOST:PORT, the brokers of the log");
        }
        return kafka;
    }

    /**
     * What query-apis and state servers know each other by.
     *
     * @throws IllegalArgumentException if it is not set, set twice, or its file cannot be read
     */
    public String secret() {
        String secret = get(AlluviumOptions.STATE_SERVER_SECRET);
        String file = get(AlluviumOptions.STATE_SERVER_SECRET_FILE);
        if (secret == null && file == null) {
            throw new IllegalArgumentException(
                    "neither state_server.secret_file nor state_server.secret is set: query-apis and state servers need one they share");
        }
        if (secret != null && file != null) {
            throw new IllegalArgumentException(
                    "both state_server.secret (%s) and state_server.secret_file (%s) are set: leave one out"
                            .formatted(
                                    source(AlluviumOptions.STATE_SERVER_SECRET.key()),
                                    source(AlluviumOptions.STATE_SERVER_SECRET_FILE.key())));
        }
        if (secret != null) {
            return secret;
        }
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "state_server.secret_file %s cannot be read (%s)"
                            .formatted(file, e.getClass().getSimpleName()),
                    e);
        }
    }

    private void set(String name, String value, String source) {
        if (!AlluviumOptions.names().contains(name)) {
            throw new IllegalArgumentException(
                    "unknown option \""
                            + name
                            + "\" ("
                            + source
                            + "); known: "
                            + String.join(", ", AlluviumOptions.names()));
        }
        try {
            for (ConfigOption<?> option : AlluviumOptions.process()) {
                if (option.key().equals(name)) {
                    configuration.setString(name, value);
                    configuration.get(option);
                    sources.put(name, source);
                    return;
                }
            }
            Setting.of(name).parse(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "option " + name + " = \"" + value + "\" (" + source + "): " + reason(e), e);
        }
        memory.put(name, value);
        sources.put(name, source);
    }

    private void check() {
        range(AlluviumOptions.PORT, 0, 65_535);
        range(AlluviumOptions.PARTITIONS, 1, 1_000);
        range(AlluviumOptions.PARALLELISM, 1, get(AlluviumOptions.PARTITIONS));
        range(AlluviumOptions.LLM_CALLS, 1, 1_000);
        range(AlluviumOptions.LLM_CALLS_PER_MEMORY, 1, 1_000);
        checkLanguageModel();
        range(AlluviumOptions.RECALL_MODEL_CONCURRENCY, 1, 128);
        positive(AlluviumOptions.RECALL_MODEL_TIMEOUT);
        List<String> embedders = new ArrayList<>(Embedder.keys());
        embedders.add("none");
        if (!embedders.contains(get(AlluviumOptions.EMBEDDER))) {
            throw new IllegalArgumentException(
                    "option embedder = \""
                            + get(AlluviumOptions.EMBEDDER)
                            + "\" ("
                            + source("embedder")
                            + ") is not one of "
                            + String.join(", ", embedders));
        }
        embedder();
    }

    private void checkLanguageModel() {
        try {
            LanguageModelSettings model = languageModel();
            if (model != null) {
                // Asks nothing of the provider: it only looks whether there is such a one.
                LanguageModels.open(model).close();
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "option llm = \"%s\" (%s): %s"
                            .formatted(get(AlluviumOptions.LLM), source("llm"), reason(e)),
                    e);
        }
    }

    private void range(ConfigOption<Integer> option, int min, int max) {
        int value = get(option);
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    "option "
                            + option.key()
                            + " = "
                            + value
                            + " ("
                            + source(option.key())
                            + ") is not in ["
                            + min
                            + ", "
                            + max
                            + "]");
        }
    }

    private void positive(ConfigOption<Duration> option) {
        Duration value = get(option);
        if (value.isZero() || value.isNegative() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "option "
                            + option.key()
                            + " = "
                            + value.toMillis()
                            + " ms ("
                            + source(option.key())
                            + ") is not in [1 ms, 1 h]");
        }
    }

    private static String reason(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest.getMessage();
    }

    private static Map<String, String> read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException("the options file " + file + " cannot be read", e);
        }
        Map<String, String> values = new TreeMap<>();
        properties.forEach((name, value) -> values.put(name.toString(), value.toString()));
        return values;
    }
}
