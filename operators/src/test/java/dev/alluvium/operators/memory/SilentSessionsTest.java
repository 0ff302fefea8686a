package dev.alluvium.operators.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.core.TestingMemory;
import dev.alluvium.state.decide.SessionQuestion;
import java.time.Instant;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;

/** Sessions that have been silent are found by the clock, also after a restart. */
class SilentSessionsTest {

    private static final Instant START = new TestingMemory().now();

    private final MemorySettings settings =
            OperatorHarness.settings(Map.of("distill_gap_seconds", "60"), OperatorHarness.AMPLE);

    private static void say(OperatorHarness operator, String id) throws Exception {
        operator.apply(
                TestingMemory.command(
                        "log_turns",
                        "{turns: [{id: '%s', session: 's', content: 'said'}]}".formatted(id)));
    }

    @Test
    void silenceIsOverTheGap() throws Exception {
        try (OperatorHarness operator = OperatorHarness.start(settings)) {
            operator.clock(START);
            say(operator, "t1");
            operator.clock(START.plusSeconds(59));
            assertThat(operator.sessions()).isEmpty();

            operator.clock(START.plusSeconds(62));

            assertThat(operator.sessions())
                    .singleElement()
                    .extracting(SessionQuestion::session)
                    .isEqualTo("s");
        }
    }

    @Test
    void restartedOperatorStillWaits() throws Exception {
        OperatorSubtaskState snapshot;
        try (OperatorHarness operator = OperatorHarness.start(settings)) {
            operator.clock(START);
            say(operator, "t1");
            snapshot = operator.snapshot();
        }
        try (OperatorHarness operator = OperatorHarness.restore(settings, snapshot, 1, 0)) {
            operator.clock(START.plusSeconds(62));

            assertThat(operator.sessions()).hasSize(1);
        }
    }

    @Test
    void memoriesThatDoNotWantItSetNoTimer() throws Exception {
        try (OperatorHarness operator =
                OperatorHarness.start(OperatorHarness.settings(Map.of(), OperatorHarness.AMPLE))) {
            operator.clock(START);
            say(operator, "t1");
            operator.clock(START.plusSeconds(1_000_000));

            assertThat(operator.sessions()).isEmpty();
        }
    }
}
