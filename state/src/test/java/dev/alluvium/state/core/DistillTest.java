package dev.alluvium.state.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.decide.SessionQuestion;
import dev.alluvium.state.decide.SessionQuestion.Said;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.record.MemoryRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When turns of a session are to be distilled, and what becomes of what a model makes of them. */
class DistillTest {

    private final TestingMemory memory = new TestingMemory();

    private void say(String session, int... numbers) {
        StringBuilder turns = new StringBuilder();
        for (int n : numbers) {
            turns.append(turns.isEmpty() ? "" : ",")
                    .append(
                            "{id: '%1$s-%2$d', session: '%1$s', content: 'turn %2$d'}"
                                    .formatted(session, n));
        }
        memory.logTurns(turns.toString());
    }

    private void distil(SessionQuestion question, String records) {
        memory.apply(
                "distill",
                "{session: '%s', of: '%s', up_to: %d, records: [%s]}"
                        .formatted(question.session(), question.of(), question.upTo(), records));
    }

    private static String record(String content, String... turns) {
        return "{content: '%s', metadata: {distilled_from: {session: 's', turns: ['%s']}}}"
                .formatted(content, String.join("','", turns));
    }

    private static List<String> ids(SessionQuestion question) {
        return question.turns().stream().map(Said::id).toList();
    }

    @Test
    void nothingIsDistilledUnlessSomeoneWantsIt() {
        say("s", 1, 2, 3);

        assertThat(memory.lastSessions()).isEmpty();
        assertThat(memory.rows().undistilled).isEmpty();
        assertThat(memory.silentSessions()).isEmpty();
    }

    @Test
    void sessionIsDueWithItsCountAndOnlyWithTurnsOfItsOwn() {
        memory.configure("{distill_count: 3}");
        say("s", 1, 2);
        say("other", 1);
        assertThat(memory.lastSessions()).isEmpty();

        say("s", 2, 3);

        assertThat(memory.lastSessions()).hasSize(1);
        assertThat(ids(memory.lastSessions().get(0))).containsExactly("s-1", "s-2", "s-3");
        say("s", 4, 5);
        assertThat(memory.lastSessions()).as("what is asked is not asked again").isEmpty();
        say("s", 6);
        assertThat(ids(memory.lastSessions().get(0))).containsExactly("s-4", "s-5", "s-6");
    }

    @Test
    void sessionIsDueWhenItHasBeenSilent() {
        memory.configure("{distill_gap_seconds: 60}");
        say("s", 1);
        memory.pass(Duration.ofSeconds(59));
        assertThat(memory.silentSessions()).isEmpty();
        say("s", 2);
        memory.pass(Duration.ofSeconds(59));
        assertThat(memory.silentSessions()).isEmpty();

        memory.pass(Duration.ofSeconds(1));

        assertThat(memory.silentSessions()).hasSize(1);
        assertThat(ids(memory.silentSessions().get(0))).containsExactly("s-1", "s-2");
    }

    @Test
    void recordsAreKeptOnceWithTheTurnsTheyComeFrom() {
        memory.configure("{distill_count: 2}");
        say("s", 1, 2);
        SessionQuestion question = memory.lastSessions().get(0);

        distil(question, record("lives in Oslo", "s-1"));
        distil(question, record("lives in Bergen", "s-1"));

        assertThat(memory.contents()).containsExactly("lives in Oslo");
        MemoryRecord record = memory.records().get(0);
        assertThat(record.metadata())
                .isEqualTo(
                        Map.of("distilled_from", Map.of("session", "s", "turns", List.of("s-1"))));
        assertThat(memory.rows().undistilled).isEmpty();
        assertThat(memory.events())
                .extracting(MemoryEvent::kind)
                .filteredOn(kind -> kind.equals("session_distilled"))
                .hasSize(1);
    }

    @Test
    void turnsThatCameMeanwhileStayAndThoseOfTwoQuestionsCountOnce() {
        memory.configure("{distill_count: 4, distill_gap_seconds: 10}");
        say("s", 1, 2);
        memory.pass(Duration.ofSeconds(10));
        SessionQuestion bySilence = memory.silentSessions().get(0);
        say("s", 3, 4);
        SessionQuestion byCount = memory.lastSessions().get(0);
        assertThat(ids(byCount)).containsExactly("s-1", "s-2", "s-3", "s-4");

        distil(bySilence, record("of the first", "s-1", "s-2"));
        assertThat(memory.rows().undistilled.get("s").turns()).hasSize(2);
        distil(
                byCount,
                record("of the first again", "s-2") + "," + record("of both", "s-2", "s-3"));

        assertThat(memory.contents()).containsExactly("of the first", "of both");
        assertThat(memory.rows().undistilled).isEmpty();
    }

    @Test
    void longTurnsAreAskedAboutInPartsAndNoneIsForgotten() {
        memory.configure("{distill_count: 10, distill_gap_seconds: 10}");
        for (int i = 0; i < 10; i++) {
            memory.logTurns(
                    "{id: 's-%d', session: 's', content: '%s'}".formatted(i, "x".repeat(60_000)));
        }
        SessionQuestion first = memory.lastSessions().get(0);
        assertThat(ids(first)).containsExactly("s-0", "s-1", "s-2", "s-3");

        distil(first, record("first", "s-0"));
        memory.pass(Duration.ofSeconds(10));
        SessionQuestion second = memory.silentSessions().get(0);
        assertThat(ids(second)).containsExactly("s-4", "s-5", "s-6", "s-7");
        distil(second, record("second", "s-4"));

        assertThat(ids(memory.silentSessions().get(0))).containsExactly("s-8", "s-9");
    }

    @Test
    void modelThatFailsLeavesTheTurnsAndIsToldOnce() {
        memory.configure("{distill_count: 1}");
        say("s", 1);
        SessionQuestion question = memory.lastSessions().get(0);
        for (int i = 0; i < 2; i++) {
            memory.apply(
                    "distill",
                    "{session: 's', of: '%s', up_to: %d, records: [], failure: 'down'}"
                            .formatted(question.of(), question.upTo()));
        }

        assertThat(memory.records()).isEmpty();
        assertThat(memory.rows().turns).hasSize(1);
        assertThat(memory.events())
                .filteredOn(event -> event.kind().equals("distilling_failed"))
                .singleElement()
                .satisfies(
                        event ->
                                assertThat(event.details().path("error").asText())
                                        .isEqualTo("down"));
    }

    @Test
    void erasedMemoryTakesNothingOfWhatWasUnderWay() {
        memory.configure("{distill_count: 1}");
        say("s", 1);
        SessionQuestion question = memory.lastSessions().get(0);
        memory.apply("erase", "{}");

        distil(question, record("gone", "s-1"));

        assertThat(memory.records()).isEmpty();
    }

    @Test
    void turnsThatWereDeletedWhileTheModelReadThemLeaveNothing() {
        memory.configure("{distill_count: 3}");
        say("s", 1, 2, 3);
        SessionQuestion question = memory.lastSessions().get(0);
        memory.deleteFacts("{turns: ['s-1', 's-2']}");

        distil(
                question,
                record("secret", "s-1")
                        + ","
                        + record("secret of both", "s-1", "s-2")
                        + ","
                        + record("of the third too", "s-2", "s-3")
                        + ", {content: 'of no turn'}");

        assertThat(memory.contents()).containsExactly("of the third too", "of no turn");
    }
}
