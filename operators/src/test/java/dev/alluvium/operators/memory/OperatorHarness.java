package dev.alluvium.operators.memory;

import dev.alluvium.operators.decide.OpenQuestion;
import dev.alluvium.operators.embed.VectorRequest;
import dev.alluvium.operators.log.LoggedCommand;
import dev.alluvium.operators.log.LoggedCommandType;
import dev.alluvium.operators.log.RejectedCommand;
import dev.alluvium.operators.serving.LocalStateClient;
import dev.alluvium.operators.serving.ServerSettings;
import dev.alluvium.operators.serving.StateRegistry;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.codec.RowCodec;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.core.TestingMemory;
import dev.alluvium.state.decide.DecisionJson;
import dev.alluvium.state.decide.SessionQuestion;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.query.Query;
import dev.alluvium.state.reembed.VectorJson;
import dev.alluvium.state.reembed.VectorQuestion;
import dev.alluvium.state.serving.StateClient.Answer;
import dev.alluvium.state.store.MemoryRows;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;

/**
 * The memory operator on RocksDB in Flink's harness. The test's thread is the operator's: it hands
 * over commands and runs mails, one by one where the order matters.
 */
public final class OperatorHarness implements AutoCloseable {

    static final int KEY_GROUPS = 128;
    public static final long AMPLE = 64 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final KeyedOneInputStreamOperatorTestHarness<
                    String, LoggedCommand, Tuple2<String, byte[]>>
            harness;
    private final String registry;
    private Instant now = new TestingMemory().now();
    private long nextOffset;

    OperatorHarness(MemorySettings settings, int parallelism, int index) throws Exception {
        registry = settings.registry();
        harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        new MemoryOperatorFactory(settings),
                        LoggedCommand::key,
                        Types.STRING,
                        KEY_GROUPS,
                        parallelism,
                        index);
        harness.setStateBackend(new EmbeddedRocksDBStateBackend());
        harness.setup(
                Types.<Tuple2<String, byte[]>>TUPLE(Types.STRING, Types.PRIMITIVE_ARRAY(Types.BYTE))
                        .createSerializer(harness.getExecutionConfig().getSerializerConfig()));
    }

    /** One subtask that owns all memories. */
    public static OperatorHarness start(long viewBudgetBytes) throws Exception {
        return start(settings(Map.of(), viewBudgetBytes));
    }

    /** One subtask that owns all memories and answers other processes. */
    public static OperatorHarness start(ServerSettings server) throws Exception {
        return start(
                new MemorySettings(
                        UUID.randomUUID().toString(),
                        Map.of(),
                        null,
                        Embedded.RECORDS,
                        AMPLE,
                        AMPLE,
                        server));
    }

    static OperatorHarness start(MemorySettings settings) throws Exception {
        OperatorHarness started = new OperatorHarness(settings, 1, 0);
        started.harness.open();
        started.runMails();
        return started;
    }

    static OperatorHarness restore(
            MemorySettings settings, OperatorSubtaskState snapshot, int parallelism, int index)
            throws Exception {
        OperatorHarness started = new OperatorHarness(settings, parallelism, index);
        started.harness.initializeState(snapshot);
        started.harness.open();
        started.runMails();
        return started;
    }

    /** A fresh registry, no embedder. */
    static MemorySettings settings(Map<String, String> options, long viewBudgetBytes) {
        return new MemorySettings(
                UUID.randomUUID().toString(),
                options,
                null,
                Embedded.RECORDS,
                viewBudgetBytes,
                AMPLE,
                null);
    }

    static OperatorSubtaskState repartition(
            OperatorSubtaskState snapshot, int from, int to, int index) {
        return AbstractStreamOperatorTestHarness.repartitionOperatorState(
                snapshot, KEY_GROUPS, from, to, index);
    }

    OperatorSubtaskState snapshot() throws Exception {
        return harness.snapshot(1, 1);
    }

    /** Goes on in the log where another run of the operator stopped. */
    OperatorHarness after(OperatorHarness before) {
        now = before.now;
        nextOffset = before.nextOffset;
        return this;
    }

    public Instant now() {
        return now;
    }

    public void pass(Duration time) {
        now = now.plus(time);
    }

    /** The position the next command gets. */
    public Position next() {
        return new Position(0, nextOffset);
    }

    public Position apply(String kind, String json) {
        return apply(TestingMemory.command(kind, json));
    }

    public Position apply(Command command) {
        return apply(command.memory().key(), CommandCodec.encode(command));
    }

    public Position apply(String key, byte[] value) {
        Position position = new Position(0, nextOffset++);
        try {
            // Through the serializer, as between tasks.
            LoggedCommand entry = new LoggedCommand(key, position, now.toEpochMilli(), value);
            harness.processElement(
                    new StreamRecord<>(
                            LoggedCommandType.INSTANCE
                                    .createSerializer(
                                            harness.getExecutionConfig().getSerializerConfig())
                                    .copy(entry)));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return position;
    }

    public LocalStateClient client() {
        return new LocalStateClient(StateRegistry.of(registry));
    }

    /** Asks and runs mails until there is an answer. */
    public <R> R ask(Query<R> query) {
        return ask(TestingMemory.ID, query);
    }

    public <R> R ask(MemoryId memory, Query<R> query) {
        return await(client().ask(memory, query, null, PATIENCE)).value();
    }

    public <R> CompletableFuture<Answer<R>> asking(Query<R> query, Position atLeast) {
        return client().ask(TestingMemory.ID, query, atLeast, PATIENCE);
    }

    /** Runs mails until the future is done; its result. */
    public <T> T await(CompletableFuture<T> future) {
        org.awaitility.Awaitility.await()
                .atMost(PATIENCE)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(
                        () -> {
                            runMails();
                            return future.isDone();
                        });
        return future.join();
    }

    /** Runs what is in the mailbox. */
    public void runMails() {
        while (runMail()) {
            continue;
        }
    }

    /** Waits for a mail, then runs that one alone. */
    public void awaitMail() {
        org.awaitility.Awaitility.await()
                .atMost(PATIENCE)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(this::runMail);
    }

    private boolean runMail() {
        Optional<Mail> mail = harness.getTaskMailbox().tryTake(TaskMailbox.MIN_PRIORITY);
        mail.ifPresent(
                found -> {
                    try {
                        found.run();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
        return mail.isPresent();
    }

    /** Reads the rows of the tested memory as the core does. */
    <R> R rows(Function<MemoryRows, R> reading) {
        return ((MemoryOperator) harness.getOperator()).read(TestingMemory.ID, reading);
    }

    /**
     * All that keyed state holds, by memory: for each state its keys and values as they are stored,
     * but headers decoded and without what they say of the log.
     */
    Map<String, Map<String, String>> states() throws Exception {
        MemoryOperator operator = (MemoryOperator) harness.getOperator();
        RowStates states = new RowStates(operator.getRuntimeContext());
        List<String> keys;
        try (Stream<String> all =
                operator.<String>getKeyedStateBackend().getKeys("header", VoidNamespace.INSTANCE)) {
            keys = all.toList();
        }
        Map<String, Map<String, String>> dump = new TreeMap<>();
        for (String key : keys) {
            operator.setCurrentKey(key);
            Map<String, String> rows = new TreeMap<>();
            for (Field field : RowStates.class.getDeclaredFields()) {
                put(
                        rows,
                        field.getName(),
                        Modifier.isStatic(field.getModifiers()) ? null : field.get(states));
            }
            dump.put(key, rows);
        }
        return dump;
    }

    private static void put(Map<String, String> rows, String name, Object state) throws Exception {
        if (name.equals("header")) {
            byte[] header = (byte[]) ((ValueState<?>) state).value();
            rows.put(name, RowCodec.header(header).beforeLog().toString());
        } else if (state instanceof ValueState<?> one) {
            rows.put(name, shown(one.value()));
        } else if (state instanceof MapState<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entries()) {
                rows.put(name + "/" + entry.getKey(), shown(entry.getValue()));
            }
        }
    }

    private static String shown(Object value) {
        return value instanceof byte[] bytes
                ? HexFormat.of().formatHex(bytes)
                : String.valueOf(value);
    }

    List<Tuple2<String, byte[]>> events() {
        return new ArrayList<>(harness.extractOutputValues());
    }

    /** Sessions that are to be distilled. */
    List<SessionQuestion> sessions() {
        List<SessionQuestion> sessions = new ArrayList<>();
        if (harness.getSideOutput(OpenQuestion.SESSIONS) != null) {
            harness.getSideOutput(OpenQuestion.SESSIONS)
                    .forEach(
                            entry ->
                                    sessions.add(
                                            DecisionJson.sessionQuestion(entry.getValue().f1)));
        }
        return sessions;
    }

    /** The rows that the last command leaves to be embedded anew; null if none ever did. */
    public VectorQuestion lastVectors() {
        if (harness.getSideOutput(VectorRequest.TAG) == null) {
            return null;
        }
        VectorQuestion last = null;
        for (var entry : harness.getSideOutput(VectorRequest.TAG)) {
            last = VectorJson.question(entry.getValue().f1);
        }
        return last != null && last.of().offset() == nextOffset - 1 ? last : null;
    }

    /** Lets the clock of the machine show a time. */
    void clock(Instant time) throws Exception {
        harness.setProcessingTime(time.toEpochMilli());
    }

    List<Tuple4<String, String, byte[], String>> rejected() {
        List<Tuple4<String, String, byte[], String>> rejected = new ArrayList<>();
        if (harness.getSideOutput(RejectedCommand.TAG) != null) {
            harness.getSideOutput(RejectedCommand.TAG)
                    .forEach(entry -> rejected.add(entry.getValue()));
        }
        return rejected;
    }

    @Override
    public void close() {
        try {
            harness.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        StateRegistry.remove(registry);
    }
}
