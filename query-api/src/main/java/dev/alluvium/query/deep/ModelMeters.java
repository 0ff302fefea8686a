package dev.alluvium.query.deep;

import dev.alluvium.query.deep.Fallback.Reason;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How long the model takes for recalls, by question and by what came of it. Any thread counts. */
final class ModelMeters {

    private static final String ANSWERED = "answered";

    private final Map<String, Timer> timers = new HashMap<>();

    ModelMeters(MeterRegistry registry) {
        for (String step : List.of(QueryAnalysis.STEP, EvidenceGaps.STEP)) {
            register(step, ANSWERED, registry);
            for (Reason reason : Reason.values()) {
                register(step, reason.key(), registry);
            }
        }
    }

    void answered(String step, long nanos) {
        record(step, ANSWERED, nanos);
    }

    void noAnswer(Fallback fallback, long nanos) {
        record(fallback.step(), fallback.reason().key(), nanos);
    }

    private void register(String step, String outcome, MeterRegistry registry) {
        timers.put(
                step + outcome,
                Timer.builder("alluvium.recall.model")
                        .description("Questions of deep recalls to the language model")
                        .tag("step", step)
                        .tag("outcome", outcome)
                        .register(registry));
    }

    private void record(String step, String outcome, long nanos) {
        timers.get(step + outcome).record(Duration.ofNanos(nanos));
    }
}
