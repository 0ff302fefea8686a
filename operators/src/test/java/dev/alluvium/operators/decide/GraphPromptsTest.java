package dev.alluvium.operators.decide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.command.Distill;
import dev.alluvium.state.decide.SessionQuestion;
import dev.alluvium.state.decide.SessionQuestion.Said;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.ObservationDraft;
import dev.alluvium.state.graph.RelationDraft;
import dev.alluvium.state.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of a model's answer only what has the form of a fact is taken, whatever it says. */
class GraphPromptsTest {

    private static final SessionQuestion QUESTION =
            new SessionQuestion(
                    new MemoryId("app", "user"),
                    "chat",
                    new Position(1, 7),
                    41,
                    IntStream.range(0, 20)
                            .mapToObj(i -> new Said("t" + i, "ann", "turn " + i, Instant.EPOCH))
                            .toList(),
                    true,
                    List.of());

    private static AssertFacts facts(String answer) {
        return GraphPrompts.facts(
                (ObjectNode) Json.parse(answer.replace('\'', '"').getBytes(StandardCharsets.UTF_8)),
                QUESTION);
    }

    private static List<RelationDraft> relations(String more) {
        return facts(
                        "{'relations': [{'source': 'Ann', 'type': 'lives_in', 'target': 'Oslo'%s}]}"
                                .formatted(more))
                .relations();
    }

    @Test
    void eachTurnThatSaysAFactIsASourceOfIt() {
        List<RelationDraft> found = relations(", 'turns': [3, 1, 3, 20, -1, 1.5, '0', null]");

        assertThat(found).extracting(each -> each.provenance().turn()).containsExactly("t1", "t3");
        assertThat(found).extracting(each -> each.provenance().session()).containsOnly("chat");
        assertThat(found).extracting(RelationDraft::validFrom).containsOnlyNulls();
    }

    @Test
    void timesAreInstantsAndBlankOnesAreNone() {
        RelationDraft found =
                relations(
                                ", 'turns': [0], 'valid_from': '2025-03-01T10:00:00+03:00', 'valid_to': '2026-01-01'")
                        .get(0);

        assertThat(found.validFrom()).isEqualTo(Instant.parse("2025-03-01T07:00:00Z"));
        assertThat(found.validTo()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
        assertThat(relations(", 'turns': [0], 'valid_from': ' ', 'valid_to': null")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ", 'turns': []",
                ", 'turns': [99]",
                ", 'turns': 0",
                ", 'turns': {'a': 'b'}",
                ", 'turns': [4294967296]",
                ", 'turns': [0], 'valid_from': 'last spring'",
                ", 'turns': [0], 'valid_from': 2021",
                ", 'turns': [0], 'valid_from': {'year': 2021}",
                ", 'turns': [0], 'valid_from': '2021-13-45'",
                ", 'turns': [0], 'valid_to': '+123456-01-01T00:00:00Z'",
                ", 'turns': [0], 'valid_from': '2022-01-01', 'valid_to': '2021-01-01'",
                ", 'turns': [0], 'valid_from': '2022-01-01', 'valid_to': '2022-01-01'"
            })
    void factOfNoTurnOrOfNoTimeIsPassedOver(String more) {
        assertThat(relations(more)).isEmpty();
    }

    @Test
    void whatHasNotTheFormOfAFactIsPassedOver() {
        AssertFacts found =
                facts(
                        ("{'entities': [7, null, 'Ann', [], {'name': ''}, {'name': 9}, {'type': 'x'}, {'name': 'LONG'},"
                                        + " {'name': 'Ann', 'type': 'LONG'}, {'name': ' Ann ', 'type': ' '}],"
                                        + "'observations': [true, {'entity': 'Ann', 'turns': [0]}, {'content': 'x', 'turns': [0]},"
                                        + " {'entity': ' ', 'content': 'x', 'turns': [0]}, {'entity': 'Ann', 'content': '\\t', 'turns': [0]},"
                                        + " {'entity': 'Ann', 'content': {'a': 1}, 'turns': [0]},"
                                        + " {'entity': 'Ann', 'content': 'VERY', 'turns': [0]},"
                                        + " {'entity': 'Ann', 'content': 'half \\ud83d', 'attribute': '', 'turns': [0]}],"
                                        + "'relations': {'source': 'Ann', 'type': 'knows', 'target': 'Bob', 'turns': [0]}}")
                                .replace("LONG", "x".repeat(513))
                                .replace("VERY", "x".repeat(70_000)));

        assertThat(found.entities())
                .singleElement()
                .isEqualTo(new EntityDraft(null, "Ann", null, false, null, null));
        assertThat(found.observations()).hasSize(1);
        ObservationDraft observation = found.observations().get(0).observations().get(0);
        assertThat(observation.content()).isEqualTo("half ?");
        assertThat(observation.attribute()).isNull();
        assertThat(found.relations()).isEmpty();
        assertThat(facts("{'entities': 'Ann', 'observations': null}").isEmpty()).isTrue();
    }

    @Test
    void arabicStaysAsItIsSaid() {
        AssertFacts found =
                facts(
                        "{'entities': [{'name': 'ليلى', 'type': 'شخص'}], 'observations': [{'entity': 'ليلى',"
                                + " 'content': 'تفضّل الشاي', 'attribute': 'مشروب', 'turns': [0]}],"
                                + " 'relations': [{'source': 'ليلى', 'type': 'تسكن_في', 'target': 'أوسلو', 'turns': [1]}]}");

        assertThat(found.entities().get(0).name()).isEqualTo("ليلى");
        assertThat(found.observations().get(0).entity().name()).isEqualTo("ليلى");
        assertThat(found.observations().get(0).observations().get(0).content())
                .isEqualTo("تفضّل الشاي");
        assertThat(found.observations().get(0).observations().get(0).attribute())
                .isEqualTo("مشروب");
        assertThat(found.relations().get(0).target().name()).isEqualTo("أوسلو");
    }

    @Test
    void answerWithoutEndIsCutToWhatOneCommandMayHave() {
        ObjectNode answer = Json.object();
        ArrayNode entities = answer.putArray("entities");
        ArrayNode observations = answer.putArray("observations");
        ArrayNode relations = answer.putArray("relations");
        for (int i = 0; i < 5_000; i++) {
            entities.addObject().put("name", "entity " + i);
            ObjectNode observation = observations.addObject();
            observation.put("entity", "entity " + i).put("content", "is " + i);
            ObjectNode relation = relations.addObject();
            relation.put("source", "entity " + i).put("type", "knows").put("target", "Bob");
            for (int turn = 0; turn < 20; turn++) {
                observation.withArray("turns").add(turn);
                relation.withArray("turns").add(turn);
            }
        }

        AssertFacts found = GraphPrompts.facts(answer, QUESTION);

        assertThat(found.entities()).hasSize(50);
        assertThat(found.observations())
                .hasSize(500)
                .extracting(each -> each.entity().name())
                .contains("entity 49")
                .doesNotContain("entity 50");
        assertThat(found.relations()).hasSize(500);
        Distill command =
                new Distill(QUESTION.memory(), "chat", QUESTION.of(), 41, List.of(), found, null);
        assertThat(CommandCodec.decode(CommandCodec.encode(command))).isEqualTo(command);
    }
}
