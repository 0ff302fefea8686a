package dev.alluvium.cli.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.state.episode.TurnDraft;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocomoReaderTest {

    private static final String FILE =
            """
            [{"sample_id": "conv-1",
              "conversation": {
                "speaker_a": "Ana", "speaker_b": "Ben",
                "session_10_date_time": "12:05 am on 1 January, 2024",
                "session_10": [{"speaker": "Ben", "dia_id": "D10:1", "text": "Happy new year!"}],
                "session_2_date_time": "1:56 pm on 8 May, 2023",
                "session_2": [
                  {"speaker": "Ana", "dia_id": "D2:1", "text": "Look", "blip_caption": "a red boat",
                   "img_url": ["https://example.org/1"]},
                  {"speaker": "Ben", "dia_id": "D2:2", "text": "Nice"}],
                "session_3_date_time": "1:56 pm on 9 May, 2023"},
              "qa": [
                {"question": "What colour?", "answer": "red", "category": 4, "evidence": ["D2:1"]},
                {"question": "When?", "answer": 1, "category": 2,
                 "evidence": ["D:10:01; D2:2", "D"]},
                {"question": "Why?", "category": 5, "evidence": ["D"]}]},
             {"sample_id": "conv-2", "conversation": {}, "qa": []}]
            """;

    @TempDir Path directory;

    @Test
    void readsTurnsInTheOrderOfSessions() throws IOException {
        try (LocomoReader reader = new LocomoReader(file(FILE))) {
            LocomoConversation first = reader.next();
            assertThat(first.sampleId()).isEqualTo("conv-1");
            assertThat(first.turns())
                    .extracting(TurnDraft::id)
                    .containsExactly("D2:1", "D2:2", "D10:1");
            TurnDraft turn = first.turns().get(0);
            assertThat(turn.session()).isEqualTo("session_2");
            assertThat(turn.author()).isEqualTo("Ana");
            assertThat(turn.content()).isEqualTo("Look (image: a red boat)");
            assertThat(turn.at()).isEqualTo(Instant.parse("2023-05-08T13:56:00Z"));
            assertThat(first.turns().get(2).at()).isEqualTo(Instant.parse("2024-01-01T00:05:00Z"));
            assertThat(reader.next().sampleId()).isEqualTo("conv-2");
            assertThat(reader.next()).isNull();
        }
    }

    @Test
    void readsTheEvidenceOfQuestionsHoweverItIsWritten() throws IOException {
        try (LocomoReader reader = new LocomoReader(file(FILE))) {
            assertThat(reader.next().questions())
                    .extracting(question -> question.evidence().stream().sorted().toList())
                    .containsExactly(List.of("D2:1"), List.of("D10:1", "D2:2"), List.of());
        }
    }

    @Test
    void refusesAFileOfAnotherKind() throws IOException {
        try (LocomoReader reader = new LocomoReader(file("{\"a\": 1}"))) {
            assertThatThrownBy(reader::next)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is not a LoCoMo file");
        }
    }

    private Path file(String json) throws IOException {
        return Files.writeString(directory.resolve("locomo.json"), json);
    }
}
