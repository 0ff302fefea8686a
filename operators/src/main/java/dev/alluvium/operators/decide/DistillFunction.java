package dev.alluvium.operators.decide;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.language.LanguageModelException;
import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.command.Distill;
import dev.alluvium.state.decide.DecisionJson;
import dev.alluvium.state.decide.SessionQuestion;
import dev.alluvium.state.json.WholeText;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the language model distil turns of sessions into records, and facts, and gives the commands
 * that say so, for the log. As with {@link DecideFunction}, each question ends in one command,
 * whatever the model does.
 */
public final class DistillFunction extends ModelFunction {

    private static final Logger LOG = LoggerFactory.getLogger(DistillFunction.class);

    public DistillFunction(DecideSettings settings) {
        super(settings);
    }

    @Override
    public void asyncInvoke(
            Tuple2<String, byte[]> input, ResultFuture<Tuple2<String, byte[]>> result) {
        SessionQuestion question = DecisionJson.sessionQuestion(input.f1);
        if (!admit()) {
            finish(input.f0, question, nothing(question, TOO_MANY), result);
            return;
        }
        long deadline = deadline();
        threads().execute(question.memory(), () -> distil(input.f0, question, deadline, result));
    }

    private void distil(
            String key,
            SessionQuestion question,
            long deadline,
            ResultFuture<Tuple2<String, byte[]>> result) {
        Distill found = nothing(question, null);
        String failure = null;
        try {
            if (decided().containsBy(deadline, question.of(), question.session())) {
                leave();
                result.complete(List.of());
                return;
            }
            if (System.nanoTime() - deadline > 0) {
                failure = tooLate();
            } else if (!question.turns().isEmpty()) {
                found = ask(question);
            }
        } catch (LanguageModelException e) {
            failure = e.getMessage();
        } catch (InterruptedException e) {
            // The job stops: the question is in its checkpoint.
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("session {} of {} failed", question.session(), question.memory(), e);
            failure = String.valueOf(e.getMessage());
        }
        if (!Thread.currentThread().isInterrupted()) {
            finish(key, question, failure == null ? found : nothing(question, failure), result);
        }
    }

    private Distill ask(SessionQuestion question) throws InterruptedException {
        Surroundings around =
                Surroundings.of(question.memory(), question.facts(), settings().registry());
        ObjectNode answer =
                model().answer(
                                SessionPrompts.prompt(
                                        question,
                                        around,
                                        LocalDate.now(ZoneOffset.UTC),
                                        settings().limits().timeout()));
        Distill nothing = nothing(question, null);
        return nothing.keeping(
                SessionPrompts.records(answer, question),
                question.facts() ? GraphPrompts.facts(answer, question) : nothing.facts());
    }

    private void finish(
            String key,
            SessionQuestion question,
            Distill found,
            ResultFuture<Tuple2<String, byte[]>> result) {
        count(found.failure());
        leave();
        if (found.failure() != null) {
            LOG.warn(
                    "session {} of {} is not distilled: {}",
                    question.session(),
                    question.memory(),
                    found.failure());
        }
        byte[] command = loggable(found, why -> nothing(question, why));
        result.complete(List.of(Tuple2.of(key, command)));
    }

    /**
     * @param failure why nothing is found, or null where the turns say nothing
     */
    private static Distill nothing(SessionQuestion question, String failure) {
        return new Distill(
                question.memory(),
                question.session(),
                question.of(),
                question.upTo(),
                List.of(),
                AssertFacts.found(question.memory(), List.of(), List.of(), List.of()),
                failure == null ? null : WholeText.of(failure));
    }
}
