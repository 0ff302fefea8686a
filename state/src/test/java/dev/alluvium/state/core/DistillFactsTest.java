package dev.alluvium.state.core;

import static dev.alluvium.state.core.TestingMemory.instant;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.change.Change;
import dev.alluvium.state.decide.SessionQuestion;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.Provenance;
import dev.alluvium.state.graph.read.ShownJson;
import dev.alluvium.state.graph.read.TestingGraph;
import dev.alluvium.state.query.OpenNodes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of the facts that a model finds in turns of a session. */
class DistillFactsTest {

    private final TestingMemory memory = new TestingMemory();

    /** Turns of session s, said on the days of April that are their numbers. */
    private void say(int... days) {
        StringBuilder turns = new StringBuilder();
        for (int day : days) {
            turns.append(turns.isEmpty() ? "" : ",")
                    .append(
                            "{id: 's-%1$d', session: 's', content: 'turn %1$d', at: '2026-04-%1$02d'}"
                                    .formatted(day));
        }
        memory.logTurns(turns.toString());
    }

    private SessionQuestion asked(int... days) {
        memory.configure("{distill_count: %d, distill_facts: 1}".formatted(days.length));
        say(days);
        return memory.lastSessions().get(0);
    }

    private void distil(SessionQuestion question, String facts) {
        memory.apply(
                "distill",
                "{session: '%s', of: '%s', up_to: %d, records: [], %s}"
                        .formatted(question.session(), question.of(), question.upTo(), facts));
    }

    private static String livesIn(String place, int day, String more) {
        return "{source: 'Ann', type: 'lives_in', target: '%s', session: 's', turn: 's-%d'%s}"
                .formatted(place, day, more);
    }

    private static String observed(String content, int day, String more) {
        return "{entity: 'Ann', observations: [{content: '%s', session: 's', turn: 's-%d'%s}]}"
                .formatted(content, day, more);
    }

    private static String relations(String... relations) {
        return "relations: [" + String.join(",", relations) + "]";
    }

    private Version<Claim> version(String sentence) {
        List<Version<Claim>> versions = memory.fact(memory.idOf(sentence)).history().versions();
        assertThat(versions).hasSize(1);
        return versions.get(0);
    }

    private List<String> turnsOf(String sentence) {
        return memory.fact(memory.idOf(sentence)).statements().stream()
                .flatMap(statement -> statement.sources().stream())
                .map(Provenance::turn)
                .toList();
    }

    @Test
    void factsAreAskedForOnlyWhereSomeoneWantsThem() {
        memory.configure("{distill_count: 1, single_valued: 'lives_in, job'}");
        say(1);
        assertThat(memory.lastSessions().get(0).facts()).isFalse();
        assertThat(memory.lastSessions().get(0).singleValued()).isEmpty();

        memory.configure("{distill_facts: 1}");
        say(2);

        assertThat(memory.lastSessions().get(0).facts()).isTrue();
        assertThat(memory.lastSessions().get(0).singleValued()).containsExactly("job", "lives_in");
        memory.configure("{distill_count: 0, distill_gap_seconds: 60}");
        say(3);
        memory.pass(Duration.ofSeconds(60));
        assertThat(memory.silentSessions().get(0).facts()).isTrue();
    }

    @Test
    void factsHoldFromTheTimeOfTheirTurnUnlessTheySayAnother() {
        SessionQuestion question = asked(3, 5);

        distil(
                question,
                "entities: [{name: 'Ann', type: 'person'}, {name: 'Oslo', type: 'city'}],"
                        + "observations: ["
                        + observed("likes tea", 5, "")
                        + ","
                        + observed(
                                "was ill", 3, ", valid_from: '2026-03-01', valid_to: '2026-03-09'")
                        + "],"
                        + relations(livesIn("Oslo", 3, "")));

        assertThat(version("Ann lives_in Oslo").valid())
                .isEqualTo(Interval.since(instant("2026-04-03")));
        assertThat(version("Ann: likes tea").valid())
                .isEqualTo(Interval.since(instant("2026-04-05")));
        assertThat(version("Ann: was ill").valid())
                .isEqualTo(new Interval(instant("2026-03-01"), instant("2026-03-09")));
        assertThat(version("Ann lives_in Oslo").known().from()).isEqualTo(memory.now());
        assertThat(memory.rows().entities.values())
                .extracting(entity -> entity.name() + ", " + entity.type())
                .containsExactlyInAnyOrder("Ann, person", "Oslo, city");
        JsonNode told = memory.lastEvent().details();
        assertThat(memory.lastEvent().kind()).isEqualTo("session_distilled");
        assertThat(told.path("facts")).hasSize(5);
        assertThat(told.at("/facts/4/id").asText()).isEqualTo(memory.idOf("Ann lives_in Oslo"));
        assertThat(told.at("/facts/4/action").asText()).isEqualTo("inserted");
        assertThat(told.has("values")).isFalse();
    }

    @Test
    void readsOfTheGraphShowWhoSaidItAndSinceWhen() {
        TestingGraph graph = new TestingGraph();
        graph.apply("configure", "{options: {distill_count: 1, distill_facts: 1}}");
        graph.apply(
                "log_turns",
                "{turns: [{id: 't', session: 's', author: 'ليلى', content: 'انتقلت إلى أوسلو', at: '2026-04-03'}]}");
        SessionQuestion question = graph.memory().lastSessions().get(0);
        graph.apply(
                "distill",
                "{session: 's', of: '%s', up_to: %d, records: [], relations: [{source: 'ليلى', type: 'تسكن_في', target: 'أوسلو', said_by: 'ليلى', session: 's', turn: 't'}]}"
                        .formatted(question.of(), question.upTo()));

        JsonNode read =
                ShownJson.write(
                        graph.ask(new OpenNodes(TestingGraph.refs("أوسلو"), graph.nowadays())));

        JsonNode relation = read.at("/entities/0/relations/0");
        assertThat(relation.path("valid_from").asText()).isEqualTo("2026-04-03T00:00:00Z");
        assertThat(relation.path("known_from").asText()).isEqualTo(graph.now().toString());
        assertThat(relation.path("sources").toString())
                .isEqualTo("[{\"source\":\"ليلى\",\"session\":\"s\",\"turn\":\"t\"}]");
    }

    @Test
    void factsAreStatedOnceWhateverIsAskedAgain() {
        memory.configure("{distill_count: 4, distill_gap_seconds: 10, distill_facts: 1}");
        say(1, 2);
        memory.pass(Duration.ofSeconds(10));
        SessionQuestion bySilence = memory.silentSessions().get(0);
        say(3, 4);
        SessionQuestion byCount = memory.lastSessions().get(0);
        assertThat(byCount.turns()).hasSize(4);

        distil(bySilence, relations(livesIn("Oslo", 1, "")));
        distil(bySilence, relations(livesIn("Rome", 2, "")));
        distil(
                byCount,
                "entities: [{name: 'Paris', type: 'city'}, {name: 'Bergen', type: 'city'}],"
                        + relations(
                                livesIn("Paris", 2, ""),
                                livesIn("Oslo", 1, ""),
                                livesIn("Oslo", 3, ""),
                                livesIn("Bergen", 4, "")));
        distil(byCount, relations(livesIn("Madrid", 4, "")));

        assertThat(memory.facts("2026-04-30"))
                .containsExactly("Ann lives_in Bergen", "Ann lives_in Oslo");
        assertThat(turnsOf("Ann lives_in Oslo")).containsExactly("s-1", "s-3");
        assertThat(memory.fact(memory.idOf("Ann lives_in Oslo")).statements()).hasSize(1);
        assertThat(memory.rows().entities.values())
                .extracting(Entity::name)
                .containsExactlyInAnyOrder("Ann", "Oslo", "Bergen");
    }

    @Test
    void factOfTwoTurnsOutlivesTheFirst() {
        SessionQuestion question = asked(1, 2);
        distil(question, relations(livesIn("Oslo", 1, ""), livesIn("Oslo", 2, "")));

        memory.deleteFacts("{turns: ['s-1']}");
        assertThat(memory.says("Ann lives_in Oslo")).isTrue();
        memory.deleteFacts("{turns: ['s-2']}");

        assertThat(memory.says("Ann lives_in Oslo")).isFalse();
    }

    @Test
    void whatIsOfNoTurnOrOneThatIsGoneIsPassedOver() {
        SessionQuestion question = asked(1, 2, 3);
        memory.logTurns("{id: 'other', session: 'o', content: 'elsewhere'}");
        memory.deleteFacts("{turns: ['s-2']}");

        distil(
                question,
                "entities: [{name: 'Zoë', type: 'person'}, {name: 'Bob', observations: ['is tall',"
                        + " {content: 'is old', turn: 's-2'}, {content: 'sings', turn: 's-3'}]}],"
                        + relations(
                                livesIn("Oslo", 1, ""),
                                livesIn("Paris", 2, ""),
                                "{source: 'Ann', type: 'lives_in', target: 'Rome'}",
                                "{source: 'Ann', type: 'lives_in', target: 'Bonn', turn: 'other'}"));

        assertThat(memory.facts("2026-04-30")).containsExactly("Ann lives_in Oslo", "Bob: sings");
        assertThat(memory.rows().entities.values())
                .extracting(Entity::name)
                .containsExactlyInAnyOrder("Ann", "Oslo", "Bob");
    }

    @Test
    void refusedFactLosesNoOtherAndIsTold() {
        memory.assertFacts(
                "{entities: [{name: 'Sam', type: 'person'}, {name: 'Sam', type: 'dog', distinct: true}]}");
        SessionQuestion question = asked(3);

        distil(
                question,
                relations(
                        livesIn("Oslo", 3, ", valid_to: '2026-01-01'"),
                        "{source: 'Sam', type: 'knows', target: 'Ann', turn: 's-3'}",
                        livesIn("Bergen", 3, ", valid_to: '2030-01-01'")));

        assertThat(memory.facts("2026-04-30")).containsExactly("Ann lives_in Bergen");
        JsonNode told = memory.lastEvent().details();
        assertThat(told.at("/facts/0/action").asText()).isEqualTo("refused");
        assertThat(told.at("/facts/0/reason").asText())
                .contains("valid_to 2026-01-01T00:00:00Z", "2026-04-03T00:00:00Z");
        assertThat(told.at("/facts/1/reason").asText()).contains("2 entities");
        assertThat(told.at("/facts/2/action").asText()).isEqualTo("inserted");
        assertThat(told.path("values"))
                .extracting(JsonNode::asText)
                .containsExactly("Ann lives in Oslo", "Sam knows Ann");
    }

    @Test
    void newValueEndsTheOneBeforeWhereTheMemoryHasOneOfThem() {
        memory.configure("{single_valued: 'lives_in'}");
        memory.relate(
                "{source: 'Ann', type: 'lives_in', target: 'Oslo', valid_from: '2021-01-01'}");
        SessionQuestion question = asked(3, 5);

        distil(question, relations(livesIn("Bergen", 5, ""), livesIn("Oslo", 3, "")));

        assertThat(memory.facts("2026-04-04")).containsExactly("Ann lives_in Oslo");
        assertThat(memory.facts("2026-04-06")).containsExactly("Ann lives_in Bergen");
        assertThat(memory.fact(memory.idOf("Ann lives_in Oslo")).statements())
                .as("saying what holds adds a source, not a statement")
                .hasSize(1);
    }

    @Test
    void typeThatTheMemoryHasStays() {
        memory.assertFacts(
                "{entities: [{name: 'ann', type: 'customer', aliases: ['Annie']}, {name: 'Oslo'}]}");
        SessionQuestion question = asked(1);

        distil(
                question,
                "entities: [{name: 'Annie', type: 'person'}, {name: 'OSLO', type: 'city'}],"
                        + relations(
                                "{source: 'Annie', type: 'lives_in', target: 'Oslo', turn: 's-1'}"));

        assertThat(memory.rows().entities.values())
                .extracting(entity -> entity.name() + ", " + entity.type())
                .containsExactlyInAnyOrder("ann, customer", "Oslo, city");
    }

    @Test
    void recordsAndFactsOfOneCommandHaveIdsOfTheirOwn() {
        SessionQuestion question = asked(1);

        memory.apply(
                "distill",
                "{session: 's', of: '%s', up_to: %d, records: [{content: 'lives in Oslo'}], %s}"
                        .formatted(
                                question.of(), question.upTo(), relations(livesIn("Oslo", 1, ""))));

        String record = memory.records().get(0).id();
        assertThat(memory.rows().entities.values()).extracting(Entity::id).doesNotContain(record);
        assertThat(memory.idOf("Ann lives_in Oslo")).isNotEqualTo(record);
    }

    @Test
    void vectorsOfTheWrongDimensionAreRefusedWithTheTextsAndTheTurnsStayOpen() {
        memory.remember("{content: 'tea', vector: [1, 0]}");
        SessionQuestion question = asked(1);

        distil(question, relations(livesIn("Oslo", 1, ", vector: [1, 0, 0]")));

        assertThat(memory.lastEvent().kind()).isEqualTo("save_failed");
        assertThat(memory.lastEvent().details().at("/values/0").asText())
                .isEqualTo("Ann lives in Oslo");
        assertThat(memory.rows().undistilled).containsKey("s");
        distil(question, relations(livesIn("Oslo", 1, ", vector: [0, 1]")));
        assertThat(memory.lastChanges())
                .filteredOn(Change.PutFact.class::isInstance)
                .extracting(change -> ((Change.PutFact) change).vector())
                .containsExactly(new float[] {0, 1});
    }
}
