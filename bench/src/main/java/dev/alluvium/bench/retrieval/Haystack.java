package dev.alluvium.bench.retrieval;

import dev.alluvium.cli.backfill.LocomoConversation;
import dev.alluvium.cli.backfill.LocomoConversation.Question;
import dev.alluvium.models.embedding.EmbeddingService;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.episode.TurnDraft;
import dev.alluvium.state.episode.TurnIndex;
import dev.alluvium.state.episode.TurnMatches.TurnMatch;
import dev.alluvium.state.episode.TurnQuery;
import dev.alluvium.state.episode.TurnTexts;
import dev.alluvium.state.episode.TurnView;
import dev.alluvium.state.episode.TurnWeights;
import dev.alluvium.state.text.TextAnalyzer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** One conversation as a memory holds it, with its questions and their vectors. */
final class Haystack {

    private static final int ALL = 1000;
    private static final Duration QUERY_LIMIT = Duration.ofMinutes(1);

    private final List<Question> questions;
    private final TurnView turns;
    private final Map<String, String> sessionOfTurn = new HashMap<>();
    private final Map<String, float[]> queryVectors = new HashMap<>();

    private Haystack(List<Question> questions, TurnView turns) {
        this.questions = questions;
        this.turns = turns;
    }

    static Haystack of(
            LocomoConversation conversation, TextAnalyzer analyzer, EmbeddingService embedding) {
        List<TurnDraft> drafts = conversation.turns();
        List<CompletableFuture<List<float[]>>> vectors = new ArrayList<>();
        Map<String, String> latest = new HashMap<>();
        for (TurnDraft draft : drafts) {
            String alone = TurnTexts.alone(draft);
            String before = latest.put(draft.session(), alone);
            String pair = before == null ? alone : TurnTexts.pair(before, alone);
            vectors.add(embedding.passages(List.of(alone, pair)));
        }
        TurnIndex index = new TurnIndex(analyzer, TurnWeights.DEFAULT);
        for (int i = 0; i < drafts.size(); i++) {
            index.put(i, turn(drafts.get(i)), vectors.get(i).join());
        }
        List<Question> answerable =
                conversation.questions().stream().filter(q -> !q.evidence().isEmpty()).toList();
        Haystack haystack = new Haystack(answerable, index.view());
        drafts.forEach(draft -> haystack.sessionOfTurn.put(draft.id(), draft.session()));
        for (Question question : answerable) {
            haystack.queryVectors.put(
                    question.text(), embedding.query(question.text(), QUERY_LIMIT));
        }
        return haystack;
    }

    /** Asks all questions, of this conversation only. */
    void ask(Mode mode, Tally turnTally, Tally sessionTally) {
        for (Question question : questions) {
            List<TurnMatch> matches =
                    turns.search(
                                    new TurnQuery(question.text(), null, null, null, ALL),
                                    mode.usesVectors() ? queryVectors.get(question.text()) : null,
                                    mode.weights())
                            .matches();
            List<String> ids = matches.stream().map(match -> match.turn().id()).toList();
            turnTally.add(question.category(), Quality.of(ids, question.evidence()));
            // a session stands where its best turn stands
            List<String> sessions =
                    matches.stream().map(match -> match.turn().session()).distinct().toList();
            sessionTally.add(question.category(), Quality.of(sessions, sessionsOf(question)));
        }
    }

    private Set<String> sessionsOf(Question question) {
        return question.evidence().stream()
                .map(id -> sessionOfTurn.getOrDefault(id, "no turn " + id))
                .collect(Collectors.toSet());
    }

    private static Turn turn(TurnDraft draft) {
        return new Turn(
                draft.id(),
                draft.session(),
                draft.author(),
                draft.content(),
                draft.at(),
                draft.metadata(),
                draft.at());
    }
}
