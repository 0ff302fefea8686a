package dev.alluvium.query.deep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.language.LanguageModel;
import dev.alluvium.models.language.LanguageModelException;
import dev.alluvium.models.language.Prompt;
import dev.alluvium.query.deep.Fallback.Reason;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The questions of one recall to the model, which share one deadline. Each runs on a thread of its
 * own, so that a model that hangs costs the caller that time and no more. Used by one thread.
 */
final class Questions {

    private static final Logger LOG = LoggerFactory.getLogger(Questions.class);

    private final LanguageModel model;
    private final Executor threads;
    private final Place place;
    private final Duration timeout;
    private final long deadline;

    Questions(LanguageModel model, Executor threads, Place place, Duration timeout) {
        this.model = model;
        this.threads = threads;
        this.place = place;
        this.timeout = timeout;
        this.deadline = System.nanoTime() + timeout.toNanos();
    }

    ObjectNode ask(String step, String instructions, ObjectNode material, ObjectNode schema)
            throws NoAnswerException {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
            throw late(step, null);
        }
        Prompt prompt =
                new Prompt(step, instructions, material.toString(), schema, Duration.ofNanos(left));
        FutureTask<ObjectNode> question = begin(prompt);
        try {
            ObjectNode answer = question.get(left, TimeUnit.NANOSECONDS);
            if (answer == null) {
                throw new NoAnswerException(step, Reason.BAD_ANSWER, "the answer is empty", null);
            }
            return answer;
        } catch (TimeoutException e) {
            question.cancel(true);
            throw late(step, e);
        } catch (InterruptedException e) {
            question.cancel(true);
            Thread.currentThread().interrupt();
            throw new NoAnswerException(step, Reason.TIMEOUT, "the server is stopping", e);
        } catch (ExecutionException e) {
            throw failed(step, e.getCause());
        }
    }

    /**
     * The place is left before the answer is told, so that who has it finds the place free; a
     * question that was given up before it began leaves it too.
     */
    private FutureTask<ObjectNode> begin(Prompt prompt) throws NoAnswerException {
        Runnable leave = place.enter();
        FutureTask<ObjectNode> question =
                new FutureTask<>(
                        () -> {
                            try {
                                return model.answer(prompt);
                            } finally {
                                leave.run();
                            }
                        });
        try {
            threads.execute(
                    () -> {
                        question.run();
                        leave.run();
                    });
        } catch (RuntimeException e) {
            leave.run();
            throw failed(prompt.name(), e);
        }
        return question;
    }

    private NoAnswerException late(String step, Throwable cause) {
        return new NoAnswerException(
                step,
                Reason.TIMEOUT,
                "the model "
                        + model.name()
                        + " gave no answer within "
                        + timeout.toMillis()
                        + " ms (recall_model_timeout)",
                cause);
    }

    /** What a model says of its failure is for the caller; of a fault the log says more. */
    private NoAnswerException failed(String step, Throwable cause) {
        if (cause instanceof LanguageModelException) {
            return new NoAnswerException(step, Reason.MODEL_FAILED, cause.getMessage(), cause);
        }
        LOG.warn("the model {} failed at {}", model.name(), step, cause);
        return new NoAnswerException(
                step,
                Reason.MODEL_FAILED,
                "the model " + model.name() + " failed; the server's log says more",
                cause);
    }
}
