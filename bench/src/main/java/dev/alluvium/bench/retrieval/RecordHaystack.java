package dev.alluvium.bench.retrieval;

import dev.alluvium.cli.backfill.LocomoConversation;
import dev.alluvium.cli.backfill.LocomoConversation.Question;
import dev.alluvium.models.embedding.EmbeddingService;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.episode.TurnDraft;
import dev.alluvium.state.episode.TurnTexts;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;
import dev.alluvium.state.recall.Match;
import dev.alluvium.state.recall.RecallRequest;
import dev.alluvium.state.recall.RecallRequest.Mode;
import dev.alluvium.state.recall.RecordIndex;
import dev.alluvium.state.recall.RecordView;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.text.TextAnalyzer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** One conversation whose turns are records, with its questions and their vectors. */
final class RecordHaystack {

    private static final int LIMIT = 10;
    private static final Duration QUERY_LIMIT = Duration.ofMinutes(1);
    private static final double FULL_SCORE =
            MemoryOptions.DEFAULTS.get(Setting.SEMANTIC_WEIGHT)
                    + MemoryOptions.DEFAULTS.get(Setting.RECENCY_WEIGHT)
                    + MemoryOptions.DEFAULTS.get(Setting.IMPORTANCE_WEIGHT);

    private final List<TurnDraft> turns;
    private final List<float[]> vectors;
    private final List<Question> questions;
    private final Map<String, float[]> queryVectors = new HashMap<>();
    private final Instant now;

    private RecordHaystack(LocomoConversation conversation, EmbeddingService embedding) {
        turns = conversation.turns();
        List<CompletableFuture<float[]>> embedded =
                turns.stream().map(turn -> embedding.passage(TurnTexts.alone(turn))).toList();
        questions = conversation.questions().stream().filter(q -> !q.evidence().isEmpty()).toList();
        for (Question question : questions) {
            queryVectors.put(question.text(), embedding.query(question.text(), QUERY_LIMIT));
        }
        vectors = embedded.stream().map(CompletableFuture::join).toList();
        now =
                turns.stream()
                        .map(TurnDraft::at)
                        .max(Instant::compareTo)
                        .orElseThrow()
                        .plus(Duration.ofDays(1));
    }

    static RecordHaystack of(LocomoConversation conversation, EmbeddingService embedding) {
        return new RecordHaystack(conversation, embedding);
    }

    RecordView view(Ages ages, EmbeddingService embedding, TextAnalyzer analyzer) {
        RecordIndex index = new RecordIndex(embedding.calibration(), analyzer);
        for (int i = 0; i < turns.size(); i++) {
            index.put(i, record(turns.get(i), ages), vectors.get(i));
        }
        return index.view();
    }

    /** What the view makes of these questions, which may be those of another conversation. */
    List<Confidence> ask(RecordView view, RecordHaystack asker) {
        return asker.questions.stream()
                .map(
                        question ->
                                ask(view, question, asker.queryVectors.get(question.text()), asker))
                .toList();
    }

    private Confidence ask(
            RecordView view, Question question, float[] vector, RecordHaystack asker) {
        List<Match> matches =
                view.recall(
                                MemoryHeader.EMPTY,
                                new RecallRequest(
                                        question.text(),
                                        vector,
                                        List.of(Scope.ROOT),
                                        null,
                                        null,
                                        false,
                                        LIMIT,
                                        Mode.HYBRID,
                                        MemoryOptions.DEFAULTS,
                                        Map.of(),
                                        null,
                                        now,
                                        null,
                                        null,
                                        now))
                        .matches();
        Set<String> evidence = asker == this ? question.evidence() : Set.of();
        return new Confidence(
                matches.isEmpty() ? 0 : matches.get(0).score() / FULL_SCORE,
                matches.stream().anyMatch(match -> evidence.contains(match.record().id())));
    }

    private MemoryRecord record(TurnDraft turn, Ages ages) {
        Instant at = ages.of(turn.at(), now);
        return new MemoryRecord(
                turn.id(),
                1,
                TurnTexts.alone(turn),
                Scope.ROOT,
                List.of(),
                Map.of(),
                MemoryOptions.DEFAULTS.get(Setting.DEFAULT_IMPORTANCE),
                null,
                false,
                at,
                at,
                at,
                null,
                at,
                null);
    }
}
