package dev.alluvium.operators.embed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.models.embedding.Embedder;
import dev.alluvium.operators.log.LoggedCommand;
import dev.alluvium.operators.log.RejectedCommand;
import dev.alluvium.state.Position;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.core.TestingMemory;
import dev.alluvium.state.option.Embedded;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // the harness may throw InterruptedException when it is closed
class ScreenFunctionTest {

    private static final EmbedSettings TURNS =
            new EmbedSettings(Embedder.of("e5-small-v2"), Embedded.TURNS, 1 << 20);

    private static OneInputStreamOperatorTestHarness<LoggedCommand, LoggedCommand> harness(
            EmbedSettings settings) throws Exception {
        return new OneInputStreamOperatorTestHarness<>(
                new ProcessOperator<>(new ScreenFunction(settings)));
    }

    private static StreamRecord<LoggedCommand> entry(String key, byte[] value) {
        return new StreamRecord<>(new LoggedCommand(key, new Position(0, 1), 0, value));
    }

    private static StreamRecord<LoggedCommand> turns(String json) {
        return entry(
                "app/user",
                CommandCodec.encode(TestingMemory.command("log_turns", "{turns: [" + json + "]}")));
    }

    private static List<String> preceding(
            OneInputStreamOperatorTestHarness<LoggedCommand, LoggedCommand> harness) {
        List<LoggedCommand> out = harness.extractOutputValues();
        return out.get(out.size() - 1).preceding();
    }

    @Test
    void turnIsToldWhatWasSaidBeforeItInItsSession() throws Exception {
        try (var harness = harness(TURNS)) {
            harness.open();
            harness.processElement(
                    turns(
                            "{session: 'a', content: 'one'}, {session: 'b', content: 'other'},"
                                    + " {session: 'a', content: 'two'}"));
            assertThat(preceding(harness)).hasSize(3);
            assertThat(preceding(harness).subList(0, 2)).containsOnlyNulls();
            assertThat(preceding(harness).get(2)).contains("one");

            harness.processElement(turns("{session: 'b', content: 'more'}"));
            assertThat(preceding(harness).get(0)).contains("other");
        }
    }

    @Test
    void sessionsGoOnAfterARestart() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = harness(TURNS)) {
            harness.open();
            harness.processElement(turns("{session: 'a', content: 'one'}"));
            snapshot = harness.snapshot(1, 1);
        }
        try (var harness = harness(TURNS)) {
            harness.initializeState(snapshot);
            harness.open();
            harness.processElement(turns("{session: 'a', content: 'two'}"));
            assertThat(preceding(harness).get(0)).contains("one");
        }
    }

    @Test
    void longTurnIsCutBetweenCharacters() throws Exception {
        try (var harness = harness(TURNS)) {
            harness.open();
            for (String before : List.of("", "x")) {
                String session = "s" + before;
                harness.processElement(
                        turns(
                                "{session: '%s', content: '%s'}, {session: '%s', content: 'next'}"
                                        .formatted(session, before + "𝄞".repeat(3000), session)));
                String kept = preceding(harness).get(1);
                byte[] utf8 = kept.getBytes(StandardCharsets.UTF_8);
                assertThat(new String(utf8, StandardCharsets.UTF_8)).isEqualTo(kept);
                assertThat(kept.length()).isLessThan(2100);
            }
        }
    }

    @Test
    void entryThatNamesNoMemoryIsRejectedAndOthersPassInOrder() throws Exception {
        try (var harness = harness(TURNS)) {
            harness.open();
            byte[] garbage = {1, 2};
            harness.processElement(entry("no-memory", garbage));
            harness.processElement(entry("", garbage));
            harness.processElement(entry("a/%zz", garbage));
            harness.processElement(entry("app/user", garbage));
            harness.processElement(turns("{content: 'one'}"));

            assertThat(harness.extractOutputValues()).hasSize(1);
            assertThat(harness.getSideOutput(RejectedCommand.TAG))
                    .extracting(rejected -> rejected.getValue().f1)
                    .containsExactly("no-memory", "", "a/%zz", "app/user");
        }
    }

    @Test
    void nothingIsDecodedWhereTurnsAreNotEmbedded() throws Exception {
        try (var harness =
                harness(new EmbedSettings(Embedder.of("e5-small-v2"), Embedded.RECORDS, 1 << 20))) {
            harness.open();
            byte[] garbage = {1, 2};
            harness.processElement(entry("app/user", garbage));
            harness.processElement(turns("{content: 'one'}"));

            assertThat(harness.extractOutputValues()).hasSize(2);
            assertThat(harness.extractOutputValues().get(0).value()).isEqualTo(garbage);
            assertThat(preceding(harness)).isEmpty();
        }
    }
}
