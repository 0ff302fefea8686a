package dev.alluvium.state.recall;

import static dev.alluvium.state.recall.Fixture.contents;
import static dev.alluvium.state.recall.Fixture.draft;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.change.GraphCounts;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.recall.Fixture.Ask;
import dev.alluvium.state.recall.RecallRequest.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecallTest {

    private final Fixture memory = new Fixture();

    @Test
    void bestAnswerByWordsComesFirstWithItsReasons() {
        memory.with(
                draft("We decided to use PostgreSQL for the user database."),
                draft("The staging environment uses port 8080.").importance(0.9));

        RecallResult found = memory.recall("What database did we choose?");

        Match best = found.matches().get(0);
        assertThat(best.record().content()).startsWith("We decided");
        assertThat(best.reasons()).containsExactly("lexical", "recency");
        assertThat(best.parts().similarity()).isNaN();
        assertThat(best.parts().lexical()).isPositive().isEqualTo(best.parts().relevance());
        assertThat(best.score())
                .isCloseTo(0.5 * best.parts().relevance() + 0.3 + 0.1, within(1e-12));
        assertThat(found.matches().get(1).reasons()).containsExactly("recency", "importance");
    }

    @Test
    void vectorsContributeWhereTheyAreRelated() {
        memory.with(
                draft("near").vector(1, 0.1f, 0),
                draft("far").vector(0, 1, 0),
                draft("without a vector"));

        RecallResult found = memory.recall(new Ask("question").vector(1, 0, 0).mode(Mode.SEMANTIC));

        assertThat(contents(found)).containsExactly("near", "far", "without a vector");
        assertThat(found.matches().get(0).reasons()).contains("semantic");
        assertThat(found.matches().get(1).reasons()).doesNotContain("semantic");
        assertThat(found.matches().get(1).parts().similarity()).isCloseTo(1.0 / 3, within(1e-6));
        assertThat(found.matches().get(2).parts().relevance()).isZero();
    }

    @Test
    void codesNumbersAndNamesAreFoundThoughVectorsSeeNoDifference() {
        for (int i = 0; i < 50; i++) {
            memory.put(draft("Ticket PROJ-" + (1000 + i) + " is open").vector(1, 1, 0));
        }

        RecallResult found = memory.recall(new Ask("PROJ-1034").vector(1, 0, 0));

        assertThat(contents(found).get(0)).isEqualTo("Ticket PROJ-1034 is open");
        assertThat(found.matches().get(0).reasons()).contains("lexical");
    }

    @Test
    void aWordMatchAndASimilarVectorTogetherBeatEach() {
        memory.with(
                draft("the rate limit").vector(1, 1, 0),
                draft("the rate limit, too").vector(0, 1, 0),
                draft("something else").vector(1, 1, 0));

        assertThat(contents(memory.recall(new Ask("rate limit").vector(1, 0, 0))).get(0))
                .isEqualTo("the rate limit");
    }

    @Test
    void lexicalShareIsOneForTheQuestionItselfAndLessForAPart() {
        memory.with(
                draft("sprint velocity metrics"),
                draft("sprint planning notes of the team"),
                draft("nothing of that"));

        RecallResult found = memory.recall(new Ask("sprint velocity metrics").mode(Mode.LEXICAL));

        assertThat(found.matches().get(0).parts().lexical()).isBetween(0.9, 1.0);
        assertThat(found.matches().get(1).parts().lexical()).isBetween(0.05, 0.5);
        assertThat(found.matches().get(2).parts().lexical()).isZero();
    }

    @Test
    void wordsThatNoRecordHasCountAgainstTheOthers() {
        memory.with(draft("lunch on Tuesday"), draft("dinner on Friday"));

        double alone = memory.recall("Tuesday").matches().get(0).parts().lexical();
        double among =
                memory.recall("Kubernetes upgrade Tuesday").matches().get(0).parts().lexical();

        assertThat(among).isLessThan(alone / 2);
    }

    @Test
    void blankTextGivesTheNewestWhateverTheWeights() {
        memory.with(
                draft("old").created("2020-01-01T00:00:00Z").importance(1),
                draft("newest").created("2026-02-28T00:00:00Z").importance(0),
                draft("ancient").created("0001-01-01T00:00:00Z").importance(1),
                draft("newer").created("2026-02-27T00:00:00Z").importance(0.5));

        assertThat(contents(memory.recall(" ")))
                .containsExactly("newest", "newer", "old", "ancient");
        assertThat(contents(memory.recall(new Ask("").options(Map.of("recency_weight", "0")))))
                .containsExactly("newest", "newer", "old", "ancient");
        Match first = memory.recall("").matches().get(0);
        assertThat(first.parts().similarity()).isNaN();
        assertThat(first.parts().relevance()).isZero();
    }

    @Test
    void tiesEndByNewestThenId() {
        Instant future = Fixture.NOW.plus(Duration.ofDays(1));
        memory.with(
                draft("c").id("c").created(future).valid("2026-01-01T00:00:00Z", null),
                draft("b").id("b").created(future.plusNanos(1)).valid("2026-01-01T00:00:00Z", null),
                draft("a").id("a").created(future).valid("2026-01-01T00:00:00Z", null));

        assertThat(contents(memory.recall("zzz"))).containsExactly("b", "a", "c");
        assertThat(memory.recall("zzz").matches()).isSortedAccordingTo(Match.BEST_FIRST);
    }

    @Test
    void minScoreAndLimitCutAndOptionsOverlay() {
        memory.with(draft("alpha beta"), draft("alpha"), draft("gamma"));

        assertThat(memory.recall(new Ask("alpha").minScore(0.41)).matches()).hasSize(2);
        assertThat(memory.recall(new Ask("alpha").limit(1)).matches()).hasSize(1);
        MemoryHeader header =
                new MemoryHeader(
                        0,
                        0,
                        0,
                        0,
                        0,
                        GraphCounts.NONE,
                        0,
                        null,
                        null,
                        Instant.EPOCH,
                        Map.of("recency_weight", "0", "importance_weight", "0"),
                        AppliedPositions.NONE);
        Ask ask = new Ask("zzz").options(Map.of("importance_weight", "1"));
        assertThat(memory.index.view().recall(header, ask.request()).matches())
                .allMatch(match -> match.score() == 0.5);
        assertThatThrownBy(
                        () -> memory.recall(new Ask("x").options(Map.of("recency_weight", "-1"))))
                .hasMessageContaining("[0, 100]");
    }

    @Test
    void vectorOfAnotherDimensionIsRefusedByName() {
        memory.with(draft("x").vector(1, 0, 0));

        assertThatThrownBy(() -> memory.recall(new Ask("x").vector(1, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2")
                .hasMessageContaining("3");
    }

    @Test
    void emptyMemoryGivesNothing() {
        assertThat(memory.recall(new Ask("x").vector(1, 0)).matches()).isEmpty();
        assertThat(memory.index.view().list(Fixture.EVERYONE, 10, null).records()).isEmpty();
    }

    /** The seed's section on source and privacy. */
    @Test
    void privateRecordsAreSeenByTheirOwnSourceOrWithIncludePrivate() {
        memory.with(
                draft("Alice's API key is sk-...").source("user:alice").isPrivate(),
                draft("User prefers dark mode").source("user:alice"),
                draft("Bob's API key is public").source("user:bob"),
                draft("an orphan's API key").isPrivate());

        assertThat(contents(memory.recall(new Ask("API key").source("user:alice"))))
                .containsExactly("Alice's API key is sk-...", "User prefers dark mode");
        assertThat(contents(memory.recall(new Ask("API key").source("user:bob"))))
                .containsExactly("Bob's API key is public");
        assertThat(contents(memory.recall("API key")))
                .containsExactlyInAnyOrder("User prefers dark mode", "Bob's API key is public");
        assertThat(memory.recall(new Ask("API key").includePrivate()).matches()).hasSize(4);
    }

    /** The seed's section on slices. */
    @Test
    void sliceMergesItsBranchesAndARecordInTwoOfThemCountsOnce() {
        memory.with(
                draft("security finding").in("/agent/researcher"),
                draft("company security policies").in("/company/knowledge/security"),
                draft("security of beta").in("/project/beta"));

        Ask slice =
                new Ask("company security policies")
                        .in("/agent/researcher", "/company/knowledge", "/company");

        assertThat(contents(memory.recall(slice)))
                .containsExactly("company security policies", "security finding");
    }

    @Test
    void suppressedCountsHitsThatMeetAllFiltersButTheInstants() {
        memory.with(
                draft("the office is in Berlin")
                        .in("/work")
                        .valid("2020-01-01T00:00:00Z", "2025-01-01T00:00:00Z"),
                draft("the office is in Paris").in("/work").valid("2025-01-01T00:00:00Z", null),
                draft("the office cat")
                        .in("/elsewhere")
                        .valid("2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z"),
                draft("unrelated")
                        .in("/work")
                        .valid("2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z"));

        RecallResult now = memory.recall(new Ask("office").in("/work"));
        assertThat(contents(now)).containsExactly("the office is in Paris");
        assertThat(now.suppressed()).isEqualTo(1);

        RecallResult then =
                memory.recall(new Ask("office Berlin").in("/work").asOf("2023-01-01T00:00:00Z"));
        assertThat(contents(then)).containsExactly("the office is in Berlin");
        assertThat(then.suppressed()).isEqualTo(1);
    }

    @Test
    void aReplacedVersionIsNotSuppressedButARecordNotYetKnownIs() {
        memory.with(
                draft("limit is 1000")
                        .id("a")
                        .known("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"),
                draft("limit is 2000").id("a").version(2).known("2026-02-01T00:00:00Z", null),
                draft("limit is 3000").id("b").known("2026-02-10T00:00:00Z", null));

        RecallResult now = memory.recall("limit");
        assertThat(contents(now)).containsExactlyInAnyOrder("limit is 2000", "limit is 3000");
        assertThat(now.suppressed()).isZero();

        Ask past = new Ask("limit").asOf("2026-03-01T12:00:00Z");
        RecallResult then = memory.recall(past.knownAt("2026-01-15T00:00:00Z"));
        assertThat(contents(then)).containsExactly("limit is 1000");
        assertThat(then.suppressed()).isEqualTo(1);
    }

    @Test
    void withoutAnInstantARecallIsOfNowOrOfTheNewestWriteWhereAnotherClockIsAhead() {
        Instant ahead = Fixture.NOW.plusMillis(5);
        memory.with(
                draft("written just now").created(ahead),
                draft("valid tomorrow").valid("2026-03-02T12:00:00Z", null));
        MemoryHeader header =
                new MemoryHeader(
                        2,
                        0,
                        0,
                        2,
                        0,
                        GraphCounts.NONE,
                        0,
                        null,
                        null,
                        ahead,
                        Map.of(),
                        AppliedPositions.NONE);
        RecallRequest request = new Ask("valid").asOf(null).request();

        assertThat(contents(memory.index.view().recall(header, request)))
                .containsExactly("written just now");
        assertThat(contents(memory.index.view().recall(MemoryHeader.EMPTY, request))).isEmpty();
    }

    @Test
    void fewAcceptedRowsScoreAsTheyDoAmongAll() {
        for (int i = 0; i < 600; i++) {
            memory.put(draft("n" + i).in(i % 40 == 0 ? "/few" : "/many").vector(1, i, 3));
        }
        Ask ask = new Ask("").vector(1, 300, 3).limit(1000);

        Map<String, Double> all =
                memory.recall(ask).matches().stream()
                        .collect(toMap(match -> match.record().id(), Match::score));
        RecallResult few = memory.recall(ask.in("/few"));

        assertThat(all).hasSize(600);
        assertThat(few.matches()).hasSize(15);
        assertThat(few.matches()).allMatch(match -> match.score() == all.get(match.record().id()));
    }

    @Test
    void aPeriodLeavesRecordsOfItAndCountsAgesFromItsEnd() {
        memory.with(
                draft("noted before").created("2024-12-31T23:59:59Z"),
                draft("noted within").created("2025-01-01T00:00:00Z"),
                draft("noted after").created("2025-02-01T00:00:00Z"),
                draft("noted after, of within")
                        .created("2025-06-01T00:00:00Z")
                        .valid("2025-01-15T00:00:00Z", null));
        Ask ask = new Ask("noted").period("2025-01-01T00:00:00Z", "2025-02-01T00:00:00Z");

        RecallResult found = memory.recall(ask);

        assertThat(contents(found))
                .containsExactlyInAnyOrder("noted within", "noted after, of within");
        assertThat(found.matches())
                .filteredOn(match -> match.record().content().equals("noted within"))
                .singleElement()
                .satisfies(
                        match ->
                                assertThat(match.parts().recency())
                                        .isCloseTo(Math.pow(0.5, 31 / 30.0), within(1e-9)));
        assertThat(found.suppressed()).isZero();
    }

    @Test
    void aPeriodThatLastsStillCountsAgesFromNow() {
        memory.with(draft("noted").created("2026-01-30T00:00:00Z"));

        double open =
                memory.recall(new Ask("noted").period("2025-01-01T00:00:00Z", null))
                        .matches()
                        .get(0)
                        .score();
        double ahead =
                memory.recall(
                                new Ask("noted")
                                        .period("2025-01-01T00:00:00Z", "2027-01-01T00:00:00Z"))
                        .matches()
                        .get(0)
                        .score();

        assertThat(open).isEqualTo(ahead);
        assertThat(open).isEqualTo(memory.recall("noted").matches().get(0).score());
    }
}
