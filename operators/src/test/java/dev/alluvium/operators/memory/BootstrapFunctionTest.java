package dev.alluvium.operators.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.operators.log.LoggedCommand;
import dev.alluvium.operators.log.LoggedCommandType;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.core.TestingMemory;
import dev.alluvium.state.query.ReadHeader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.state.api.output.TaggedOperatorSubtaskState;
import org.apache.flink.state.api.output.operators.KeyedStateBootstrapOperator;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BootstrapFunctionTest {

    private static final Instant NOW = new TestingMemory().now();

    private final String ledgerName = UUID.randomUUID().toString();
    private final BootstrapLedger ledger = BootstrapLedger.of(ledgerName);
    @TempDir private Path savepoint;

    @AfterEach
    void forget() {
        BootstrapLedger.remove(ledgerName);
    }

    @Test
    void theStateIsThatOfTheSameCommandsThroughTheLog() throws Exception {
        long seed = System.nanoTime();
        List<LoggedCommand> commands = commands(new Random(seed));
        MemorySettings settings = OperatorHarness.settings(Map.of(), OperatorHarness.AMPLE);
        Map<String, Map<String, String>> replayed;
        try (OperatorHarness log = OperatorHarness.start(settings)) {
            commands.forEach(entry -> log.apply(entry.key(), entry.value()));
            replayed = log.states();
        }

        OperatorSubtaskState state = bootstrap(settings, commands);

        assertThat(ledger.failure()).as("seed %d", seed).isNull();
        assertThat(ledger.commandsApplied()).isEqualTo(commands.size());
        try (OperatorHarness job = OperatorHarness.restore(settings, state, 1, 0)) {
            assertThat(job.states()).as("seed %d", seed).isEqualTo(replayed);
            assertThat(replayed).hasSize(3);
            assertThat(job.ask(memory(1), new ReadHeader()).applied().toArray())
                    .as("nothing of the log is applied")
                    .isEmpty();
        }
    }

    @Test
    void theLogGoesOnWhereTheBootstrapEnded() throws Exception {
        MemorySettings settings = OperatorHarness.settings(Map.of(), OperatorHarness.AMPLE);
        OperatorSubtaskState state =
                bootstrap(
                        settings,
                        List.of(entry(0, "remember", "{'records':[{'id':'r','content':'tea'}]}")));

        try (OperatorHarness job = OperatorHarness.restore(settings, state, 1, 0)) {
            Position position =
                    job.apply("remember", "{'records':[{'id':'s','content':'coffee'}]}");
            var header = job.ask(new ReadHeader());

            assertThat(header.records()).isEqualTo(2);
            assertThat(header.applied().toArray()).containsExactly(position);
        }
    }

    @Test
    void whatIsRefusedIsToldAndWhatFailsIsNotLostInAThread() throws Exception {
        MemorySettings settings = OperatorHarness.settings(Map.of(), OperatorHarness.AMPLE);
        bootstrap(
                settings,
                List.of(
                        entry(0, "remember", "{'records':[{'content':'a','vector':[1,0]}]}"),
                        entry(1, "remember", "{'records':[{'content':'b','vector':[1,0,0]}]}")));

        assertThat(ledger.refused()).isEqualTo(1);
        assertThat(ledger.reasons().get(0)).contains("dimension");
        assertThat(ledger.failure()).isNull();

        bootstrap(
                settings,
                List.of(
                        new LoggedCommand(
                                "other/key",
                                new Position(0, 0),
                                NOW.toEpochMilli(),
                                entry(0, "erase", "{}").value())));

        assertThat(ledger.failure()).hasMessageContaining("other/key");
    }

    private OperatorSubtaskState bootstrap(MemorySettings settings, List<LoggedCommand> commands)
            throws Exception {
        KeyedStateBootstrapOperator<String, LoggedCommand> operator =
                new KeyedStateBootstrapOperator<>(
                        0,
                        0,
                        new org.apache.flink.core.fs.Path(savepoint.toUri()),
                        new BootstrapFunction(settings, ledgerName));
        KeyedOneInputStreamOperatorTestHarness<String, LoggedCommand, TaggedOperatorSubtaskState>
                harness =
                        new KeyedOneInputStreamOperatorTestHarness<>(
                                operator,
                                LoggedCommand::key,
                                Types.STRING,
                                OperatorHarness.KEY_GROUPS,
                                1,
                                0);
        try {
            harness.setStateBackend(new EmbeddedRocksDBStateBackend());
            harness.setup();
            harness.open();
            for (LoggedCommand entry : commands) {
                harness.processElement(
                        new StreamRecord<>(
                                LoggedCommandType.INSTANCE
                                        .createSerializer(
                                                harness.getExecutionConfig().getSerializerConfig())
                                        .copy(entry)));
            }
            return harness.snapshot(1, 1);
        } finally {
            harness.close();
        }
    }

    private static LoggedCommand entry(long offset, String kind, String json) {
        Command command = TestingMemory.command(kind, json);
        return entry(offset, command);
    }

    private static LoggedCommand entry(long offset, Command command) {
        return new LoggedCommand(
                command.memory().key(),
                new Position(0, offset),
                NOW.toEpochMilli(),
                CommandCodec.encode(command));
    }

    /** Of three memories: duplicates, updates, vectors, turns, and a graph that changes. */
    private static List<LoggedCommand> commands(Random random) {
        List<LoggedCommand> commands = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            String kind =
                    switch (random.nextInt(4)) {
                        case 0 -> "log_turns";
                        case 1 -> "assert_facts";
                        default -> "remember";
                    };
            String json =
                    switch (kind) {
                        case "log_turns" ->
                                "{'turns':[{'session':'s%d','content':'turn %d','at':'2026-01-01T00:00:%02dZ'}]}"
                                        .formatted(
                                                random.nextInt(2),
                                                random.nextInt(20),
                                                random.nextInt(60));
                        case "assert_facts" ->
                                "{'entities':[{'name':'E%d','type':'person','observations':['knows %d']}],'relations':[{'source':'E%d','type':'likes','target':'E%d'}],'create_missing':true}"
                                        .formatted(
                                                random.nextInt(5),
                                                random.nextInt(9),
                                                random.nextInt(5),
                                                random.nextInt(5));
                        default ->
                                "{'records':[{'id':'r%d','content':'text number %d','scope':'/a/b%d','vector':[%s,%s]},{'content':'plain %d'}]}"
                                        .formatted(
                                                random.nextInt(30),
                                                random.nextInt(30),
                                                random.nextInt(3),
                                                1 + random.nextInt(9),
                                                random.nextInt(9),
                                                random.nextInt(30));
                    };
            ObjectNode command = CommandCodec.toJson(TestingMemory.command(kind, json));
            command.put("user", memory(random.nextInt(3)).user());
            commands.add(entry(i, CommandCodec.fromJson(command)));
        }
        return commands;
    }

    private static MemoryId memory(int number) {
        return new MemoryId(TestingMemory.ID.app(), "u" + number);
    }
}
