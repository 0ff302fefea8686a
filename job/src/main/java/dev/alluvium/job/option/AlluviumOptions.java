package dev.alluvium.job.option;

import static org.apache.flink.configuration.ConfigOptions.key;

import dev.alluvium.state.option.MemoryOptions.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;

/**
 * The one catalogue of options: of the process here, of memory behaviour in {@link Setting}. Files,
 * the environment and arguments set them, {@code alluvium options} shows them, and the reference in
 * the docs is made from them.
 */
public final class AlluviumOptions {

    public static final ConfigOption<String> DATA =
            key("data")
                    .stringType()
                    .defaultValue("alluvium-data")
                    .withDescription(
                            "Directory of everything that is kept: the log, checkpoints, working files.");

    public static final ConfigOption<String> HOST =
            key("host")
                    .stringType()
                    .defaultValue("127.0.0.1")
                    .withDescription("Address the HTTP server listens on; 0.0.0.0 for all.");

    public static final ConfigOption<Integer> PORT =
            key("port")
                    .intType()
                    .defaultValue(7654)
                    .withDescription("Port of the HTTP server; 0 takes a free one.");

    public static final ConfigOption<String> KAFKA =
            key("kafka")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "Brokers outside, host:port with commas between; without it a broker is run inside.");

    public static final ConfigOption<Integer> PARTITIONS =
            key("partitions")
                    .intType()
                    .defaultValue(4)
                    .withDescription(
                            "Partitions of topics that are created; a topic keeps its number for ever.");

    public static final ConfigOption<Duration> LOG_RETENTION =
            key("log_retention")
                    .durationType()
                    .defaultValue(Duration.ofDays(7))
                    .withDescription(
                            "How long commands stay in the log. State does not need them; erasing a memory is complete when they are gone. Longer than the job is ever stopped.");

    public static final ConfigOption<Integer> PARALLELISM =
            key("parallelism")
                    .intType()
                    .defaultValue(1)
                    .withDescription(
                            "Subtasks of each operator of the job, at most the number of partitions.");

    public static final ConfigOption<Duration> CHECKPOINT_INTERVAL =
            key("checkpoint_interval")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(10))
                    .withDescription(
                            "How often state is checkpointed: how much of the log a restart reads again.");

    public static final ConfigOption<MemorySize> ROCKSDB_MEMORY =
            key("rocksdb_memory")
                    .memoryType()
                    .defaultValue(MemorySize.ofMebiBytes(256))
                    .withDescription(
                            "Memory outside the heap for RocksDB's caches and write buffers, over all subtasks.");

    public static final ConfigOption<MemorySize> VIEW_BUDGET =
            key("view_budget")
                    .memoryType()
                    .noDefaultValue()
                    .withDescription(
                            "Heap, in each process that holds memories, for the views that reads are answered from; by default 40 % of it. A memory larger than a subtask's share is read in parts, slower.");

    public static final ConfigOption<MemorySize> NEAR_BUDGET =
            key("near_budget")
                    .memoryType()
                    .noDefaultValue()
                    .withDescription(
                            "Heap, in each process that holds memories, for the near-duplicate indexes of those being written; by default 15 % of it.");

    public static final ConfigOption<String> EMBEDDER =
            key("embedder")
                    .stringType()
                    .defaultValue("e5-small-v2")
                    .withDescription(
                            "Model that embeds records and queries: e5-small-v2 or all-minilm-l6-v2, which come along; a provider, as in docs/models.md; or none.");

    public static final ConfigOption<String> EMBEDDER_CONFIG =
            key("embedder_config")
                    .stringType()
                    .defaultValue("{}")
                    .withDescription(
                            "The provider's settings as a JSON object, such as {\"model_name\": \"text-embedding-3-small\"}; keys and defaults in docs/models.md.");

    public static final ConfigOption<Boolean> EMBED_TURNS =
            key("embed_turns")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether turns are embedded too. Finds more, and bounds their rate by the embedder's.");

    public static final ConfigOption<Boolean> EMBED_FACTS =
            key("embed_facts")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether facts of the graph are embedded too. Finds more, and bounds their rate by the embedder's.");

    public static final ConfigOption<MemorySize> EMBED_CACHE =
            key("embed_cache")
                    .memoryType()
                    .defaultValue(MemorySize.ofMebiBytes(64))
                    .withDescription("Heap for vectors of texts embedded before.");

    public static final ConfigOption<String> LLM =
            key("llm")
                    .stringType()
                    .defaultValue("none")
                    .withDescription(
                            "Language model that decides what saves leave open and deepens recalls: openai/…, anthropic/…, ollama/…, gemini/…, custom/…, the bare name of an OpenAI model, or none. Nothing is sent anywhere without it.");

    public static final ConfigOption<String> LLM_CONFIG =
            key("llm_config")
                    .stringType()
                    .defaultValue("{}")
                    .withDescription(
                            "How the language model is reached, as a JSON object: base_url, api_key (otherwise the provider's environment variable), temperature, timeout_seconds of one try, retries.");

    public static final ConfigOption<Integer> LLM_CALLS =
            key("llm_calls")
                    .intType()
                    .defaultValue(16)
                    .withDescription(
                            "Saved records, in each subtask, that the language model decides about at once.");

    public static final ConfigOption<Integer> LLM_CALLS_PER_MEMORY =
            key("llm_calls_per_memory")
                    .intType()
                    .defaultValue(4)
                    .withDescription("Of these, records of one memory.");

    public static final ConfigOption<Duration> LLM_DEADLINE =
            key("llm_deadline")
                    .durationType()
                    .defaultValue(Duration.ofMinutes(10))
                    .withDescription(
                            "Time after which a saved record that still waits for the language model stays as it was saved.");

    public static final ConfigOption<Boolean> TOUCH_ON_RECALL =
            key("touch_on_recall")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription(
                            "Whether a recall notes, through the log, when its matches were last accessed.");

    public static final ConfigOption<Duration> READ_TIMEOUT =
            key("read_timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(10))
                    .withDescription(
                            "How long a read waits for the position it must see, unless the request says otherwise.");

    public static final ConfigOption<Duration> RECALL_MODEL_TIMEOUT =
            key("recall_model_timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(10))
                    .withDescription(
                            "How long one deep recall waits for the language model, all its questions together; then it answers with what it found.");

    public static final ConfigOption<Integer> RECALL_MODEL_CONCURRENCY =
            key("recall_model_concurrency")
                    .intType()
                    .defaultValue(32)
                    .withDescription(
                            "Most deep recalls at once in a process that ask the language model, at most 128; more are answered by one search.");

    public static final ConfigOption<Boolean> RECOVER =
            key("recover")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription(
                            "On a cluster: whether a job that is started without a savepoint continues from its newest checkpoint in the cluster's checkpoint directory, and deletes those of earlier jobs once it has two of its own.");

    public static final ConfigOption<Boolean> ACCEPT_LOG_GAP =
            key("accept_log_gap")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether the job goes on where the log no longer holds commands that its state has not applied, and leaves them out; otherwise it ends, and says which they are.");

    public static final ConfigOption<String> STATE_SERVER_PORTS =
            key("state_server.ports")
                    .stringType()
                    .defaultValue("7700-7799")
                    .withDescription(
                            "On a cluster: ports of which each TaskManager takes a free one for the questions of query-apis; 0 is any.");

    public static final ConfigOption<String> STATE_SERVER_BIND_HOST =
            key("state_server.bind_host")
                    .stringType()
                    .defaultValue("0.0.0.0")
                    .withDescription("On a cluster: address the state servers listen on.");

    public static final ConfigOption<String> STATE_SERVER_ADVERTISED_HOST =
            key("state_server.advertised_host")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "On a cluster: name or address by which query-apis reach every TaskManager; by default each says its machine's own.");

    public static final ConfigOption<String> STATE_SERVER_SECRET =
            key("state_server.secret")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "On a cluster: what query-apis and state servers know each other by, 16 characters or more.");

    public static final ConfigOption<String> STATE_SERVER_SECRET_FILE =
            key("state_server.secret_file")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "On a cluster: a file that holds the secret, in place of state_server.secret.");

    private AlluviumOptions() {}

    /** All options of the process. */
    public static List<ConfigOption<?>> process() {
        return List.of(
                DATA,
                HOST,
                PORT,
                KAFKA,
                PARTITIONS,
                LOG_RETENTION,
                PARALLELISM,
                CHECKPOINT_INTERVAL,
                ROCKSDB_MEMORY,
                VIEW_BUDGET,
                NEAR_BUDGET,
                EMBEDDER,
                EMBEDDER_CONFIG,
                LLM,
                LLM_CONFIG,
                LLM_CALLS,
                LLM_CALLS_PER_MEMORY,
                LLM_DEADLINE,
                EMBED_TURNS,
                EMBED_FACTS,
                EMBED_CACHE,
                TOUCH_ON_RECALL,
                READ_TIMEOUT,
                RECALL_MODEL_TIMEOUT,
                RECALL_MODEL_CONCURRENCY,
                RECOVER,
                ACCEPT_LOG_GAP,
                STATE_SERVER_PORTS,
                STATE_SERVER_BIND_HOST,
                STATE_SERVER_ADVERTISED_HOST,
                STATE_SERVER_SECRET,
                STATE_SERVER_SECRET_FILE);
    }

    /** The names of all options, those of memory behaviour too. */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        process().forEach(option -> names.add(option.key()));
        Arrays.stream(Setting.values()).map(Setting::key).forEach(names::add);
        return names;
    }
}
