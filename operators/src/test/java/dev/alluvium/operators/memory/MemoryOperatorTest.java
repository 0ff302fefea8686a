package dev.alluvium.operators.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.consolidate.TextFingerprint;
import dev.alluvium.state.core.Scripts;
import dev.alluvium.state.core.TestingMemory;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.query.ExportRows;
import dev.alluvium.state.query.ReadHeader;
import dev.alluvium.state.store.MemoryRows;
import dev.alluvium.state.store.MemoryRows.RecordRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;

class MemoryOperatorTest {

    /** Everything the core can read of a memory, in a form that compares by value. */
    private static List<Object> all(MemoryRows rows) {
        List<Object> all = new ArrayList<>();
        all.add(rows.header());
        for (RecordRow row : rows.records()) {
            all.add(row);
            float[] vector = rows.vector(row.ordinal());
            all.add(vector == null ? "none" : floats(vector));
            all.add(longs(rows.versions(row.record().id())));
        }
        for (String text : Scripts.TEXTS) {
            all.add(longs(rows.withFingerprint(TextFingerprint.of(text).toString())));
        }
        rows.turns().forEach(all::add);
        for (int i = 0; i < 10; i++) {
            all.add(rows.turnRow("t" + i));
            all.add(String.valueOf(rows.answer("k" + i)));
        }
        return all;
    }

    private static List<Float> floats(float[] vector) {
        List<Float> list = new ArrayList<>();
        for (float component : vector) {
            list.add(component);
        }
        return list;
    }

    private static List<Long> longs(long[] ordinals) {
        return java.util.Arrays.stream(ordinals).boxed().toList();
    }

    @Test
    void keyedStateHoldsTheRowsTheCoreWrote() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        TestingMemory model = new TestingMemory();
        try (OperatorHarness operator = OperatorHarness.start(OperatorHarness.AMPLE)) {
            for (int i = 0; i < 400; i++) {
                Command command = Scripts.command(random);
                model.apply(command);
                operator.apply(command);
            }
            List<Object> expected = all(model.rows());
            assertThat(operator.rows(MemoryOperatorTest::all))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
            assertThat(operator.events()).hasSize(model.events().size());
        }
    }

    @Test
    void restoredOperatorDecidesAsTheUndisturbedOneAtAnyParallelism() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        TestingMemory model = new TestingMemory();
        OperatorSubtaskState snapshot;
        OperatorHarness last;
        MemorySettings settings = OperatorHarness.settings(Map.of(), OperatorHarness.AMPLE);
        try (OperatorHarness operator = OperatorHarness.start(settings)) {
            apply(random, model, operator);
            operator.ask(TestingQueries.COUNT);
            snapshot = operator.snapshot();
            last = operator;
        }
        int owner = indexOf(TestingMemory.ID, 2);
        try (OperatorHarness operator =
                        OperatorHarness.restore(
                                settings,
                                OperatorHarness.repartition(snapshot, 1, 2, owner),
                                2,
                                owner);
                OperatorHarness other =
                        OperatorHarness.restore(
                                settings,
                                OperatorHarness.repartition(snapshot, 1, 2, 1 - owner),
                                2,
                                1 - owner)) {
            apply(random, model, operator.after(last));
            assertThat(operator.ask(TestingQueries.COUNT)).isEqualTo(model.records().size());
            snapshot =
                    org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness
                            .repackageState(operator.snapshot(), other.snapshot());
            last = operator;
        }
        try (OperatorHarness operator =
                OperatorHarness.restore(
                        settings, OperatorHarness.repartition(snapshot, 2, 1, 0), 1, 0)) {
            apply(random, model, operator.after(last));

            List<Object> expected = all(model.rows());
            assertThat(operator.rows(MemoryOperatorTest::all))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
            assertThat(operator.ask(TestingQueries.COUNT)).isEqualTo(model.records().size());
            assertThat(operator.client().memories(null, 10).join())
                    .containsExactly(TestingMemory.ID);
        }
    }

    private static void apply(Random random, TestingMemory model, OperatorHarness operator) {
        for (int i = 0; i < 100; i++) {
            Command command = Scripts.command(random);
            model.apply(command);
            operator.apply(command);
        }
        // So that there is something to be listed.
        Command turn = TestingMemory.command("log_turns", "{turns: [{content: 'still here'}]}");
        model.apply(turn);
        operator.apply(turn);
    }

    private static int indexOf(MemoryId memory, int parallelism) {
        return org.apache.flink.runtime.state.KeyGroupRangeAssignment.assignKeyToParallelOperator(
                memory.key(), OperatorHarness.KEY_GROUPS, parallelism);
    }

    @Test
    void whatIsNoCommandIsRejectedWithItsBytesAndTheRestGoesOn() throws Exception {
        try (OperatorHarness operator = OperatorHarness.start(OperatorHarness.AMPLE)) {
            byte[] garbage = {1, 2, 3};
            byte[] valid =
                    dev.alluvium.state.command.CommandCodec.encode(
                            TestingMemory.command("remember", "{records: [{content: 'a'}]}"));
            operator.apply("app/user", garbage);
            operator.apply("app/user", new byte[0]);
            operator.apply("app/other", valid);
            operator.apply("app/us%65r", valid);
            operator.apply("app/user", valid);

            assertThat(operator.rejected())
                    .extracting(entry -> entry.f0)
                    .containsExactly("0:0", "0:1", "0:2", "0:3");
            assertThat(operator.rejected().get(0).f2).isEqualTo(garbage);
            assertThat(operator.rejected().get(1).f3).contains("empty");
            assertThat(operator.rejected().get(2).f1).isEqualTo("app/other");
            assertThat(operator.rejected().get(2).f3)
                    .contains("\"app/other\"", "is not the command's memory \"app/user\"");
            assertThat(operator.ask(new ReadHeader()).records()).isEqualTo(1);
            assertThat(operator.ask(new MemoryId("app", "other"), new ReadHeader()).records())
                    .isZero();
        }
    }

    @Test
    void reasonOfARejectionIsBounded() throws Exception {
        try (OperatorHarness operator = OperatorHarness.start(OperatorHarness.AMPLE)) {
            String name = "x".repeat(40_000);
            operator.apply(
                    "app/user",
                    ("{\"command\":\"erase\",\"app\":\"app\",\"user\":\"user\",\"" + name + "\":1}")
                            .getBytes(StandardCharsets.UTF_8));

            assertThat(operator.rejected().get(0).f3)
                    .hasSizeLessThan(5_000)
                    .startsWith("/xxx")
                    .endsWith("…");
        }
    }

    @Test
    void eventsCarryTheMemoryAsTheirKey() throws Exception {
        try (OperatorHarness operator = OperatorHarness.start(OperatorHarness.AMPLE)) {
            operator.apply("remember", "{records: [{content: 'a'}]}");

            assertThat(operator.events()).hasSize(1);
            assertThat(operator.events().get(0).f0).isEqualTo("app/user");
            assertThat(Json.parse(operator.events().get(0).f1).path("type").asText())
                    .isEqualTo("save_completed");
        }
    }

    @Test
    void saveIsToldWithTheTimeItTookFromTheLogOn() throws Exception {
        try (OperatorHarness operator = OperatorHarness.start(OperatorHarness.AMPLE)) {
            operator.clock(operator.now().plusMillis(25));
            operator.apply("remember", "{records: [{content: 'a'}]}");
            operator.clock(operator.now().plusMillis(75));
            operator.apply("remember", "{records: [{content: 'b'}]}");
            operator.apply("log_turns", "{turns: [{content: 't'}]}");

            assertThat(operator.events())
                    .extracting(event -> Json.parse(event.f1).path("save_time_ms").asLong(-1))
                    .containsExactly(25L, 75L, -1L);
        }
    }

    @Test
    void eraseLeavesNoRowAndNoMemory() throws Exception {
        try (OperatorHarness operator = OperatorHarness.start(OperatorHarness.AMPLE)) {
            operator.apply("remember", "{records: [{content: 'a', vector: [1, 0]}]}");
            operator.apply("log_turns", "{turns: [{content: 't'}]}");
            assertThat(operator.client().memories(null, 10).join()).hasSize(1);
            assertThat(operator.ask(TestingQueries.COUNT)).isEqualTo(1);
            operator.apply("erase", "{}");

            assertThat(operator.client().memories(null, 10).join()).isEmpty();
            assertThat(operator.ask(TestingQueries.COUNT)).isZero();
            assertThat(operator.ask(new ExportRows(0, 0, 100)).records()).isEmpty();
            operator.apply("remember", "{records: [{content: 'a', vector: [1, 0, 0]}]}");
            assertThat(operator.ask(TestingQueries.COUNT)).isEqualTo(1);
        }
    }
}
