package dev.alluvium.models.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddingModelsTest {

    @Test
    void theDefaultComesFirst() {
        assertThat(EmbeddingModels.names()).containsExactly("e5-small-v2", "all-minilm-l6-v2");
    }

    @Test
    void anUnknownNameIsRefusedWithTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EmbeddingModels.open("gpt-embed"))
                .withMessage(
                        "embedding model \"gpt-embed\" is not known; known are: e5-small-v2, all-minilm-l6-v2");
    }

    @Test
    void aModelLivesUntilItsLastHolderCloses() {
        EmbeddingModel first = EmbeddingModels.open("all-minilm-l6-v2");
        EmbeddingModel second = EmbeddingModels.open("all-minilm-l6-v2");
        first.close();
        first.close();
        assertThat(second.embed(List.of("tea"), Purpose.QUERY)).hasSize(1);
        assertThatIllegalStateException()
                .isThrownBy(() -> first.embed(List.of("tea"), Purpose.QUERY));
        second.close();
        try (EmbeddingModel again = EmbeddingModels.open("all-minilm-l6-v2")) {
            assertThat(again.embed(List.of("tea"), Purpose.QUERY)).hasSize(1);
        }
    }

    @Test
    void aCalibrationIsThereWithoutTheModel() {
        for (String name : EmbeddingModels.names()) {
            assertThat(EmbeddingModels.calibration(name).version()).isEqualTo(name + "/1");
        }
    }
}
