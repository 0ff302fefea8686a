package dev.alluvium.models.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.state.json.Json;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentenceTransformerTest {

    @TempDir private Path directory;

    private Path copy(String resource) throws Exception {
        Path file = directory.resolve(resource);
        try (InputStream in = getClass().getResourceAsStream("/" + resource)) {
            Files.copy(in, file);
        }
        return file;
    }

    private static Embedder embedder(String config) {
        return new Embedder("sentence-transformer", config);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "|all-minilm-l6-v2",
                "all-MiniLM-L6-v2|all-minilm-l6-v2",
                "sentence-transformers/all-MiniLM-L6-v2|all-minilm-l6-v2",
                "e5-small-v2|e5-small-v2",
            })
    void aShippedModelIsFoundByItsName(String given, String name) {
        Embedder embedder =
                embedder(given == null ? "" : Json.object().put("model_name", given).toString());
        assertThat(embedder.name()).isEqualTo(name);
        assertThat(embedder.calibration()).isEqualTo(EmbeddingModels.calibration(name));
    }

    @Test
    void filesFromDiskGiveTheVectorsOfTheSameModelWithThePrefixesGiven() throws Exception {
        String config =
                Json.object()
                        .put("model_path", copy("e5-small-v2-q.onnx").toString())
                        .put("tokenizer_path", copy("e5-small-v2-q-tokenizer.json").toString())
                        .put("model_name", "mine")
                        .put("query_prefix", "query: ")
                        .put("passage_prefix", "passage: ")
                        .toString();
        try (EmbeddingModel mine = EmbeddingModels.open(embedder(config));
                EmbeddingModel shipped = EmbeddingModels.open("e5-small-v2")) {
            assertThat(mine.name()).isEqualTo("sentence-transformer/mine");
            assertThat(mine.dimension()).isEqualTo(384);
            for (Purpose purpose : Purpose.values()) {
                assertThat(mine.embed(List.of("Tea is at four."), purpose).get(0))
                        .isEqualTo(shipped.embed(List.of("Tea is at four."), purpose).get(0));
            }
        }
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> embedder("{\"model_name\":\"bge-small\"}"))
                .withMessageContaining("is none of e5-small-v2, all-minilm-l6-v2")
                .withMessageContaining("model_path and tokenizer_path");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> embedder("{\"model_path\":\"x.onnx\"}"))
                .withMessageContaining("has no tokenizer_path, which it needs");
        Path none = directory.resolve("none");
        Embedder embedder =
                embedder(
                        Json.object()
                                .put("model_path", none.toString())
                                .put("tokenizer_path", none.toString())
                                .toString());
        assertThat(embedder.name()).isEqualTo("sentence-transformer/none");
        assertThatThrownBy(() -> EmbeddingModels.open(embedder))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("cannot read embedding model sentence-transformer/none")
                .hasMessageContaining(none.toString());
    }
}
