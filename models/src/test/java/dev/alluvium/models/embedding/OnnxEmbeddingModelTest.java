package dev.alluvium.models.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import dev.langchain4j.model.embedding.onnx.e5smallv2q.E5SmallV2QuantizedEmbeddingModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OnnxEmbeddingModelTest {

    private static final List<String> TEXTS =
            List.of(
                    "Alice prefers tea over coffee.",
                    "ok",
                    "Das Treffen wurde auf Freitagmorgen verschoben.",
                    "会议改到了星期五上午。",
                    "تفضل ليلى الشاي على القهوة.",
                    "The deployment window is Thursday at 14:00 UTC, after the backup of the orders database"
                            + " has ended and the on-call engineer has signed it off in the channel.",
                    "🎉🎉",
                    "Встречу перенесли на утро пятницы.");

    @ParameterizedTest
    @EnumSource(ShippedModel.class)
    void vectorsHaveUnitNormInAnyLanguage(ShippedModel shipped) {
        try (EmbeddingModel model = new OnnxEmbeddingModel(shipped.source())) {
            for (Purpose purpose : Purpose.values()) {
                assertThat(model.embed(TEXTS, purpose))
                        .hasSameSizeAs(TEXTS)
                        .allSatisfy(
                                vector -> {
                                    assertThat(vector).hasSize(model.dimension());
                                    assertThat(Vectors.norm(vector)).isCloseTo(1, within(1e-5));
                                });
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ShippedModel.class)
    void aTextGetsTheSameVectorToTheBitWhateverItIsEmbeddedWith(ShippedModel shipped) {
        try (EmbeddingModel model = new OnnxEmbeddingModel(shipped.source())) {
            List<float[]> together = model.embed(TEXTS, Purpose.PASSAGE);
            List<Integer> order =
                    new ArrayList<>(Stream.iterate(0, i -> i + 1).limit(TEXTS.size()).toList());
            Collections.shuffle(order, new Random(7));
            List<float[]> shuffled =
                    model.embed(order.stream().map(TEXTS::get).toList(), Purpose.PASSAGE);
            for (int i = 0; i < order.size(); i++) {
                assertThat(shuffled.get(i)).isEqualTo(together.get(order.get(i)));
                assertThat(model.embed(List.of(TEXTS.get(i)), Purpose.PASSAGE).get(0))
                        .isEqualTo(together.get(i));
            }
        }
    }

    @Test
    void vectorsAgreeWithThoseOfLangChain4j() {
        try (EmbeddingModel e5 = new OnnxEmbeddingModel(ShippedModel.E5_SMALL_V2.source());
                EmbeddingModel miniLm =
                        new OnnxEmbeddingModel(ShippedModel.ALL_MINILM_L6_V2.source())) {
            String text = TEXTS.get(0);
            assertThat(
                            Vectors.cosine(
                                    e5.embed(List.of(text), Purpose.QUERY).get(0),
                                    new E5SmallV2QuantizedEmbeddingModel()
                                            .embed("query: " + text)
                                            .content()
                                            .vector()))
                    .isCloseTo(1, within(1e-5));
            assertThat(
                            Vectors.cosine(
                                    miniLm.embed(List.of(text), Purpose.PASSAGE).get(0),
                                    new AllMiniLmL6V2QuantizedEmbeddingModel()
                                            .embed(text)
                                            .content()
                                            .vector()))
                    .isCloseTo(1, within(1e-5));
        }
    }

    @Test
    void purposeMattersToE5Only() {
        try (EmbeddingModel e5 = new OnnxEmbeddingModel(ShippedModel.E5_SMALL_V2.source());
                EmbeddingModel miniLm =
                        new OnnxEmbeddingModel(ShippedModel.ALL_MINILM_L6_V2.source())) {
            List<String> text = TEXTS.subList(0, 1);
            assertThat(e5.embed(text, Purpose.QUERY).get(0))
                    .isNotEqualTo(e5.embed(text, Purpose.PASSAGE).get(0));
            assertThat(miniLm.embed(text, Purpose.QUERY).get(0))
                    .isEqualTo(miniLm.embed(text, Purpose.PASSAGE).get(0));
        }
    }

    @Test
    void everyWindowOfALongTextHasItsShare() {
        String about =
                "The orders service keeps its data in PostgreSQL and is backed up each night. ";
        String bears = "The hikers saw a brown bear with two cubs near the lake in the valley. ";
        try (EmbeddingModel model =
                new OnnxEmbeddingModel(ShippedModel.ALL_MINILM_L6_V2.source())) {
            List<float[]> vectors =
                    model.embed(
                            List.of(about.repeat(60), about.repeat(60) + bears.repeat(60), bears),
                            Purpose.PASSAGE);
            double without = Vectors.cosine(vectors.get(0), vectors.get(2));
            double with = Vectors.cosine(vectors.get(1), vectors.get(2));
            assertThat(Vectors.norm(vectors.get(1))).isCloseTo(1, within(1e-5));
            assertThat(with).isGreaterThan(without + 0.3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "a\u0000b", "\ud83c", "\u0301\u0301", "\ufffe", "\u202e"})
    void oddTextsHaveVectorsToo(String odd) {
        try (EmbeddingModel model = EmbeddingModels.open("all-minilm-l6-v2")) {
            assertThat(Vectors.norm(model.embed(List.of(odd), Purpose.PASSAGE).get(0)))
                    .isCloseTo(1, within(1e-5));
        }
    }

    @Test
    void noTextsNoVectors() {
        try (EmbeddingModel model =
                new OnnxEmbeddingModel(ShippedModel.ALL_MINILM_L6_V2.source())) {
            assertThat(model.embed(List.of(), Purpose.PASSAGE)).isEmpty();
        }
    }

    @Test
    void aClosedModelSaysSo() {
        EmbeddingModel model = new OnnxEmbeddingModel(ShippedModel.ALL_MINILM_L6_V2.source());
        model.close();
        model.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> model.embed(TEXTS, Purpose.PASSAGE))
                .withMessageContaining("all-minilm-l6-v2 is closed");
    }
}
