package dev.alluvium.state.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.command.SetVectors;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.reembed.Reembedding;
import dev.alluvium.state.reembed.RowKind;
import dev.alluvium.state.reembed.RowVectors;
import dev.alluvium.state.reembed.VectorQuestion;
import dev.alluvium.state.reembed.VectorQuestion.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How a memory gets the vectors of another model. */
class ReembedTest {

    private static final float[] OLD = {1, 0};
    private static final float[] NEW = {0, 1, 0};

    private final TestingMemory memory = new TestingMemory(MemoryOptions.DEFAULTS, "old");

    private VectorQuestion begin() {
        memory.apply("reembed", "{}");
        return memory.lastVectors();
    }

    private VectorQuestion answer(VectorQuestion question) {
        float[] vector = question.embedder().equals("new") ? NEW : OLD;
        List<RowVectors> rows =
                question.rows().stream()
                        .map(
                                row ->
                                        new RowVectors(
                                                row.ordinal(),
                                                question.kind() == RowKind.FACTS
                                                        ? row.texts().get(0)
                                                        : null,
                                                row.texts().stream().map(text -> vector).toList()))
                        .toList();
        return answer(question, rows, null);
    }

    private VectorQuestion answer(VectorQuestion question, List<RowVectors> rows, String failure) {
        SetVectors command =
                new SetVectors(
                        question.memory(),
                        question.embedder(),
                        question.of(),
                        question.kind(),
                        question.upTo(),
                        rows,
                        failure);
        memory.apply(CommandCodec.decode(CommandCodec.encode(command)));
        return memory.lastVectors();
    }

    private List<VectorQuestion> answerAll(VectorQuestion first) {
        List<VectorQuestion> asked = new ArrayList<>();
        for (VectorQuestion next = first; next != null; next = answer(next)) {
            asked.add(next);
        }
        return asked;
    }

    private Reembedding progress() {
        return memory.rows().header().reembedding();
    }

    private static List<String> texts(List<VectorQuestion> questions) {
        return questions.stream()
                .flatMap(question -> question.rows().stream())
                .map(Row::texts)
                .flatMap(List::stream)
                .toList();
    }

    private void rememberOld(int count) {
        for (int i = 0; i < count; i += 100) {
            memory.remember(
                    IntStream.range(i, Math.min(count, i + 100))
                            .mapToObj(
                                    n ->
                                            "{id: 'r%1$d', content: 'text number %1$d of many', vector: [%2$s, %3$s]}"
                                                    .formatted(n, Math.cos(n), Math.sin(n)))
                            .toArray(String[]::new));
        }
    }

    @Test
    void everyVersionOfEveryRecordGetsTheOtherModelsVector() {
        rememberOld(300);
        memory.update("r7", "{content: 'another text', vector: [0, 1]}");
        memory.embedBy("new", Embedded.RECORDS);

        List<VectorQuestion> asked = answerAll(begin());

        assertThat(memory.rows().vectors).hasSize(301);
        assertThat(memory.rows().vectors.values()).allMatch(vector -> vector.length == 3);
        assertThat(texts(asked)).hasSize(301).contains("text number 7 of many", "another text");
        assertThat(asked).allMatch(question -> question.rows().size() <= 128);
        assertThat(memory.rows().header().embedder()).isEqualTo("new");
        assertThat(memory.rows().header().dimension()).isEqualTo(3);
        assertThat(progress().isOpen()).isFalse();
        assertThat(progress().embedded()).isEqualTo(301);
        assertThat(memory.events())
                .extracting(MemoryEvent::kind)
                .containsSubsequence(
                        "reembedding_started", "reembedding_progressed", "reembedding_completed");
    }

    @Test
    void memoryIsWrittenToMeanwhile() {
        rememberOld(200);
        memory.embedBy("new", Embedded.RECORDS);
        VectorQuestion first = begin();

        CommandOutcome outcome = memory.remember("{id: 'n', content: 'new', vector: [0, 0, 1]}");
        memory.forget("{ids: ['r0']}");
        memory.update("r1", "{importance: 0.9}");

        assertThat(outcome.refusal()).isNull();
        List<VectorQuestion> asked = answerAll(first);
        assertThat(texts(asked)).doesNotContain("new");
        assertThat(memory.rows().vectors.values()).allMatch(vector -> vector.length == 3);
        assertThat(memory.rows().vectors.keySet()).isEqualTo(memory.rows().records.keySet());
    }

    @Test
    void answerCountsOnceAndOnlyWhereItIsAwaited() {
        rememberOld(200);
        memory.embedBy("new", Embedded.RECORDS);
        VectorQuestion first = begin();
        VectorQuestion second = answer(first);

        assertThat(answer(first)).isNull();
        assertThat(progress().embedded()).isEqualTo(128);
        assertThat(answer(second)).isNull();
        assertThat(progress().embedded()).isEqualTo(200);
        assertThat(answer(second)).isNull();
        assertThat(progress().embedded()).isEqualTo(200);
    }

    @Test
    void itGoesOnWhereItHasStopped() {
        rememberOld(300);
        memory.embedBy("new", Embedded.RECORDS);
        VectorQuestion second = answer(begin());

        answer(second, List.of(), "the embedder is down");

        assertThat(progress().failure()).isEqualTo("the embedder is down");
        assertThat(memory.lastVectors()).isNull();
        assertThat(memory.lastEvent().kind()).isEqualTo("reembedding_failed");
        assertThat(memory.lastEvent().details().path("error").asText()).contains("down");
        List<VectorQuestion> asked = answerAll(begin());
        assertThat(texts(asked)).hasSize(172);
        assertThat(progress().embedded()).isEqualTo(300);
        assertThat(memory.rows().vectors).hasSize(300);
    }

    @Test
    void askingTwiceAsksTheSameRowsAndEmbedsThemOnce() {
        rememberOld(300);
        memory.embedBy("new", Embedded.RECORDS);
        VectorQuestion second = answer(begin());
        VectorQuestion again = begin();

        assertThat(texts(List.of(again))).isEqualTo(texts(List.of(second)));
        assertThat(answer(second)).as("nobody waits for it any more").isNull();
        answerAll(again);
        assertThat(progress().embedded()).isEqualTo(300);
    }

    @Test
    void sameModelGivesVectorsOnlyToWhatHasNone() {
        memory.remember("{content: 'with', vector: [1, 0]}", "{content: 'without'}");

        assertThat(texts(answerAll(begin()))).containsExactly("without");

        assertThat(begin()).as("nothing is left").isNull();
        assertThat(memory.lastEvent().kind()).isEqualTo("reembedding_completed");
        memory.apply("reembed", "{anew: true}");
        assertThat(texts(answerAll(memory.lastVectors()))).containsExactly("with", "without");
    }

    @Test
    void turnsOfAnotherModelAreStaleUntilTheyAreReached() {
        memory.embedBy("old", Embedded.TURNS);
        memory.logTurns(
                "{id: 'a', session: 's', author: 'ann', content: 'where?', vector: [1, 0]}",
                "{id: 'x', session: 'other', content: 'hm', vector: [1, 0]}",
                "{id: 'b', session: 's', content: 'in Oslo', vector: [1, 0], pair_vector: [0, 1]}");
        memory.embedBy("new", Embedded.TURNS);

        VectorQuestion question = begin();

        assertThat(question.kind()).isEqualTo(RowKind.TURNS);
        assertThat(question.rows())
                .extracting(Row::texts)
                .containsExactly(
                        List.of("ann: where?"),
                        List.of("hm"),
                        List.of("in Oslo", "ann: where?\nin Oslo"));
        assertThat(progress().isStale(0)).isTrue();
        memory.logTurns("{id: 'c', session: 's', content: 'ah', vector: [0, 0, 1]}");
        assertThat(progress().isStale(3)).isFalse();
        answerAll(question);
        assertThat(progress().isStale(0)).isFalse();
        assertThat(memory.rows().turnVectors.values())
                .allMatch(vectors -> vectors.stream().allMatch(vector -> vector.length == 3));
        assertThat(memory.rows().turnVectors.get(2L)).hasSize(2);
        assertThat(progress().embedded()).isEqualTo(3);
    }

    @Test
    void turnsLoseVectorsThatNobodyMakesAnyMore() {
        memory.embedBy("old", Embedded.TURNS);
        memory.logTurns("{content: 'said', vector: [1, 0]}");
        memory.embedBy("new", Embedded.RECORDS);

        assertThat(begin()).isNull();

        assertThat(memory.rows().turnVectors.values()).containsExactly(List.of());
    }

    @Test
    void factSaysWhatItSaysNow() {
        memory.embedBy("old", Embedded.FACTS);
        memory.relate(
                "{id: 'f', source: 'Zoë', type: 'lives_in', target: 'Paris', vector: [1, 0]}");
        memory.observe("Zoë", "{id: 'o', content: 'sings', vector: [1, 0]}");
        memory.embedBy("new", Embedded.FACTS);
        VectorQuestion question = begin();
        assertThat(question.rows())
                .extracting(Row::texts)
                .containsExactly(List.of("Zoë lives in Paris"), List.of("Zoë: sings"));

        memory.revise("o", "correct", "{content: 'dances'}");
        answerAll(question);

        assertThat(memory.rows().factVectors.get(0L)).hasSize(3);
        assertThat(memory.rows().factVectors).as("not of what it said before").hasSize(1);
        assertThat(texts(answerAll(begin()))).containsExactly("Zoë: dances");
    }

    @Test
    void textThatCannotBeEmbeddedHoldsNothingUp() {
        rememberOld(2);
        memory.embedBy("new", Embedded.RECORDS);
        VectorQuestion question = begin();

        answer(
                question,
                List.of(new RowVectors(0, null, List.of()), new RowVectors(1, null, List.of(NEW))),
                null);

        assertThat(progress().isOpen()).isFalse();
        assertThat(progress().embedded()).isEqualTo(1);
        assertThat(memory.rows().vectors).containsOnlyKeys(1L);
    }

    @Test
    void vectorsThatDoNotFitEachOtherStopIt() {
        rememberOld(2);
        memory.embedBy("new", Embedded.RECORDS);

        answer(
                begin(),
                List.of(
                        new RowVectors(0, null, List.of(NEW)),
                        new RowVectors(1, null, List.of(OLD))),
                null);

        assertThat(progress().failure()).contains("dimension 2", "dimension 3");
        assertThat(memory.rows().vectors).isEmpty();
    }

    @Test
    void itIsRefusedWhereAnotherModelEmbedsOrNone() {
        rememberOld(1);
        assertThat(memory.apply("reembed", "{embedder: 'new'}").refusal().detail())
                .contains("new", "old embeds");
        memory.embedBy(null, Embedded.RECORDS);
        assertThat(memory.apply("reembed", "{}").refusal().detail()).contains("no embedder");
        assertThat(memory.rows().vectors).hasSize(1);
    }

    @Test
    void erasedMemoryTakesNothingOfWhatWasUnderWay() {
        rememberOld(2);
        memory.embedBy("new", Embedded.RECORDS);
        VectorQuestion question = begin();
        memory.apply("erase", "{}");
        memory.remember("{content: 'fresh'}");

        answer(question);

        assertThat(memory.rows().vectors).isEmpty();
        assertThat(progress()).isNull();
    }

    @Test
    void backToTheModelOfBeforeWhileItIsUnderWay() {
        rememberOld(200);
        memory.embedBy("new", Embedded.RECORDS);
        VectorQuestion second = answer(begin());
        memory.embedBy("old", Embedded.RECORDS);

        VectorQuestion first = begin();

        assertThat(memory.rows().vectors).isEmpty();
        assertThat(answer(second)).as("made by the other one").isNull();
        assertThat(memory.rows().vectors).isEmpty();
        answerAll(first);
        assertThat(memory.rows().vectors).hasSize(200);
        assertThat(memory.rows().header().embedder()).isEqualTo("old");
    }

    @Test
    void vectorsAreOfTheModelThatMadeThemWhicheverEmbedsNow() {
        rememberOld(200);
        memory.embedBy("new", Embedded.RECORDS);
        VectorQuestion first = begin();
        memory.embedBy("newest", Embedded.RECORDS);

        answer(first);

        assertThat(memory.rows().header().embedder()).isEqualTo("new");
        assertThat(memory.rows().vectors).hasSize(128);
        answerAll(begin());
        assertThat(memory.rows().header().embedder()).isEqualTo("newest");
        assertThat(memory.rows().vectors).hasSize(200);
    }

    @Test
    void modelThatChangesBeforeTheFirstVectorGoesOnWithTheOther() {
        rememberOld(2);
        memory.embedBy("new", Embedded.RECORDS);
        VectorQuestion first = begin();
        memory.embedBy("newest", Embedded.RECORDS);
        memory.remember("{content: 'text of the newest', vector: [1, 0, 0, 0]}");

        answer(first);

        assertThat(memory.rows().vectors).as("of the newest alone").hasSize(1);
        VectorQuestion again = begin();
        assertThat(texts(List.of(again))).hasSize(2);
        assertThat(again.embedder()).isEqualTo("newest");
    }

    @Test
    void whatIsWrittenBeforeItIsKeptWithoutVectors() {
        memory.embedBy("old", new Embedded(true, true));
        rememberOld(1);
        memory.embedBy("new", new Embedded(true, true));

        CommandOutcome outcome =
                memory.remember("{id: 'n', content: 'not to be lost', vector: [0, 0, 1]}");

        assertThat(outcome.refusal()).isNull();
        assertThat(memory.lastEvent().details().path("without_vectors").asText())
                .contains("embedder new", "embedder old (dimension 2)", "alluvium reembed");
        memory.update("r0", "{content: 'changed', vector: [0, 0, 1]}");
        memory.logTurns("{content: 'said', vector: [0, 0, 1]}");
        memory.relate("{source: 'Zoë', type: 'owns', target: 'cat', vector: [0, 0, 1]}");
        assertThat(memory.contents()).containsExactly("not to be lost", "changed");
        assertThat(memory.rows().vectors).containsOnlyKeys(0L);
        assertThat(memory.rows().turnVectors.get(0L)).isEmpty();
        assertThat(memory.rows().factVectors).isEmpty();
        answerAll(begin());
        assertThat(memory.rows().vectors).hasSize(3);
        assertThat(memory.rows().turnVectors.get(0L)).hasSize(1);
        assertThat(memory.rows().factVectors).hasSize(1);
    }
}
