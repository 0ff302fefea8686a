package dev.alluvium.operators.decide;

import dev.alluvium.models.language.LanguageModelException;
import dev.alluvium.state.command.Distill;
import dev.alluvium.state.decide.DecisionJson;
import dev.alluvium.state.decide.SessionQuestion;
import dev.alluvium.state.json.WholeText;
import dev.alluvium.state.record.RecordDraft;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the language model distil turns of sessions into records and gives the commands that say so,
 * for the log. As with {@link DecideFunction}, each question ends in one command, whatever the
 * model does.
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
            finish(input.f0, question, List.of(), TOO_MANY, result);
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
        List<RecordDraft> records = List.of();
        String failure = null;
        try {
            if (isDecided(question.of(), question.session(), deadline)) {
                leave();
                result.complete(List.of());
                return;
            }
            if (System.nanoTime() - deadline > 0) {
                failure = tooLate();
            } else if (!question.turns().isEmpty()) {
                Surroundings around = Surroundings.of(question.memory(), settings().registry());
                records =
                        SessionPrompts.records(
                                model().answer(
                                                SessionPrompts.prompt(
                                                        question,
                                                        around,
                                                        LocalDate.now(ZoneOffset.UTC),
                                                        settings().limits().timeout())),
                                question);
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
            finish(key, question, records, failure, result);
        }
    }

    private void finish(
            String key,
            SessionQuestion question,
            List<RecordDraft> records,
            String failure,
            ResultFuture<Tuple2<String, byte[]>> result) {
        count(failure);
        leave();
        if (failure != null) {
            LOG.warn(
                    "session {} of {} is not distilled: {}",
                    question.session(),
                    question.memory(),
                    failure);
        }
        byte[] command =
                loggable(
                        command(question, records, failure),
                        why -> command(question, List.of(), why));
        result.complete(List.of(Tuple2.of(key, command)));
    }

    private static Distill command(
            SessionQuestion question, List<RecordDraft> records, String failure) {
        return new Distill(
                question.memory(),
                question.session(),
                question.of(),
                question.upTo(),
                records,
                failure == null ? null : WholeText.of(failure));
    }
}
