package dev.alluvium.operators.decide;

import dev.alluvium.state.command.Decide;
import dev.alluvium.state.decide.Decision;
import dev.alluvium.state.decide.DecisionJson;
import dev.alluvium.state.decide.SaveQuestion;
import dev.alluvium.state.decide.SaveQuestion.Item;
import dev.alluvium.state.json.WholeText;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts open questions to the language model and gives the commands that decide them, for the log.
 * Runs inside Flink's asynchronous operator, whose checkpoints hold the questions under way: they
 * are asked again after a failure, unless the log shows that they were decided. Whatever the model
 * does, each question ends in a decision within the deadline, and no write waits for it.
 */
public final class DecideFunction extends ModelFunction {

    private static final Logger LOG = LoggerFactory.getLogger(DecideFunction.class);

    private transient Decider decider;

    public DecideFunction(DecideSettings settings) {
        super(settings);
    }

    @Override
    public void open(OpenContext context) {
        super.open(context);
        decider = new Decider(this::model, settings().limits().timeout());
    }

    @Override
    public void asyncInvoke(
            Tuple2<String, byte[]> input, ResultFuture<Tuple2<String, byte[]>> result) {
        SaveQuestion question = DecisionJson.question(input.f1);
        new Deciding(question, input.f0, result).start();
    }

    /** One question: its records are decided beside each other, and answered together. */
    private final class Deciding {

        private final SaveQuestion question;
        private final String key;
        private final ResultFuture<Tuple2<String, byte[]>> result;
        private final long deadline = deadline();
        private final AtomicReferenceArray<Decision> decisions;
        private final AtomicInteger open;

        Deciding(SaveQuestion question, String key, ResultFuture<Tuple2<String, byte[]>> result) {
            this.question = question;
            this.key = key;
            this.result = result;
            decisions = new AtomicReferenceArray<>(question.items().size());
            open = new AtomicInteger(question.items().size());
        }

        void start() {
            if (!admit()) {
                for (int i = 0; i < question.items().size(); i++) {
                    end(i, givenUp(i, TOO_MANY));
                }
                return;
            }
            threads().execute(question.memory(), this::begin);
        }

        private void begin() {
            try {
                if (decided().containsBy(deadline, question.of(), null)) {
                    leave();
                    result.complete(List.of());
                    return;
                }
                Surroundings around =
                        question.items().stream().anyMatch(item -> item.wanted().any())
                                ? Surroundings.of(question.memory(), false, settings().registry())
                                : Surroundings.NONE;
                for (int i = 1; i < question.items().size(); i++) {
                    int index = i;
                    threads().execute(question.memory(), () -> decide(index, around));
                }
                decide(0, around);
            } catch (InterruptedException e) {
                // The job stops: the question is in its checkpoint.
                Thread.currentThread().interrupt();
            }
        }

        private void decide(int index, Surroundings around) {
            Item item = question.items().get(index);
            Decision decision;
            try {
                decision =
                        System.nanoTime() - deadline > 0
                                ? givenUp(index, tooLate())
                                : decider.decide(item, around);
            } catch (RuntimeException e) {
                LOG.error("record {} of {} was not decided", item.id(), question.memory(), e);
                decision = givenUp(index, String.valueOf(e.getMessage()));
            }
            if (!Thread.currentThread().isInterrupted()) {
                end(index, decision);
            }
        }

        private Decision givenUp(int index, String why) {
            return failed(question.items().get(index).id(), why);
        }

        private static Decision failed(String id, String why) {
            return new Decision(id, null, null, why);
        }

        private Decide command(List<Decision> all) {
            return new Decide(
                    question.memory(),
                    question.of(),
                    all.stream().map(Deciding::withWholeFailure).toList());
        }

        private static Decision withWholeFailure(Decision decision) {
            return decision.failure() == null
                    ? decision
                    : new Decision(
                            decision.id(),
                            decision.analysis(),
                            decision.plan(),
                            WholeText.of(decision.failure()));
        }

        private void end(int index, Decision decision) {
            count(decision.failure());
            if (decision.failure() != null) {
                LOG.warn(
                        "record {} of {} stays as it was saved: {}",
                        decision.id(),
                        question.memory(),
                        decision.failure());
            }
            decisions.set(index, decision);
            if (open.decrementAndGet() == 0) {
                leave();
                List<Decision> all =
                        IntStream.range(0, decisions.length()).mapToObj(decisions::get).toList();
                byte[] command =
                        loggable(
                                command(all),
                                why ->
                                        command(
                                                all.stream()
                                                        .map(each -> failed(each.id(), why))
                                                        .toList()));
                result.complete(List.of(Tuple2.of(key, command)));
            }
        }
    }
}
