package dev.alluvium.operators.embed;

import dev.alluvium.models.embedding.EmbeddingException;
import dev.alluvium.models.embedding.EmbeddingService;
import dev.alluvium.models.embedding.Lease;
import dev.alluvium.operators.decide.DecidedSaves;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.command.SetVectors;
import dev.alluvium.state.json.WholeText;
import dev.alluvium.state.reembed.RowKind;
import dev.alluvium.state.reembed.RowVectors;
import dev.alluvium.state.reembed.VectorJson;
import dev.alluvium.state.reembed.VectorQuestion;
import dev.alluvium.state.reembed.VectorQuestion.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Embeds rows of memories anew and gives the commands that bring their vectors, for the log. Runs
 * inside Flink's asynchronous operator, whose checkpoints hold the questions under way: they are
 * asked again after a failure, unless the log shows that they were answered. Each ends in one
 * command; that of an embedder which stays down says so, and the memory goes on when it is asked
 * to.
 */
public final class ReembedFunction
        extends RichAsyncFunction<Tuple2<String, byte[]>, Tuple2<String, byte[]>> {

    /** Memories that are embedded anew in a subtask; more are told to try later. */
    public static final int MAX_WAITING = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(ReembedFunction.class);

    /** Memories embedded at once, so that one of slow texts does not hold the others up. */
    private static final int AT_ONCE = 4;

    /** An embedder may be down so long. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    private final EmbedSettings settings;
    private final DecidedSaves.Source source;
    private final Duration patience;
    private transient Lease<EmbeddingService> service;
    private transient PatientEmbedding embedding;
    private transient DecidedSaves answered;
    private transient ExecutorService threads;
    private transient AtomicInteger waiting;
    private transient Counter rows;
    private transient Counter failed;

    /**
     * @param source opens what the log says of questions already answered
     */
    public ReembedFunction(EmbedSettings settings, DecidedSaves.Source source) {
        this(settings, source, PATIENCE);
    }

    ReembedFunction(EmbedSettings settings, DecidedSaves.Source source, Duration patience) {
        this.settings = settings;
        this.source = source;
        this.patience = patience;
    }

    @Override
    public void open(OpenContext context) {
        if (settings.isOn()) {
            service = EmbeddingService.shared(settings.embedder(), settings.options());
            Duration pause = patience.compareTo(FIRST_PAUSE) < 0 ? patience : FIRST_PAUSE;
            embedding = new PatientEmbedding(service.get(), pause);
        }
        answered = source.open();
        waiting = new AtomicInteger();
        threads =
                Executors.newFixedThreadPool(
                        AT_ONCE,
                        task -> {
                            Thread thread = new Thread(task, "alluvium-reembed");
                            thread.setDaemon(true);
                            return thread;
                        });
        MetricGroup metrics = getRuntimeContext().getMetricGroup();
        rows = metrics.counter("rowsReembedded");
        failed = metrics.counter("reembeddingsFailed");
        metrics.gauge("reembeddingsWaiting", waiting::get);
    }

    @Override
    public void close() throws InterruptedException {
        if (threads != null) {
            threads.shutdownNow();
            threads.awaitTermination(5, TimeUnit.SECONDS);
        }
        if (service != null) {
            service.close();
        }
    }

    @Override
    public void asyncInvoke(
            Tuple2<String, byte[]> input, ResultFuture<Tuple2<String, byte[]>> result) {
        VectorQuestion question = VectorJson.question(input.f1);
        if (waiting.incrementAndGet() > MAX_WAITING) {
            String why =
                    "%d memories are being embedded anew already; try again when some are done"
                            .formatted(MAX_WAITING);
            finish(input.f0, failure(question, why), result);
            return;
        }
        long deadline = System.nanoTime() + patience.toNanos();
        try {
            threads.execute(() -> answer(input.f0, question, deadline, result));
        } catch (RejectedExecutionException e) {
            // Closed: the question is in the job's checkpoint.
            return;
        }
    }

    private void answer(
            String key,
            VectorQuestion question,
            long deadline,
            ResultFuture<Tuple2<String, byte[]>> result) {
        SetVectors command;
        try {
            if (answered.containsBy(deadline, question.of(), null)) {
                waiting.decrementAndGet();
                result.complete(List.of());
                return;
            }
            command = embedded(question);
        } catch (InterruptedException e) {
            // The job stops: the question is in its checkpoint.
            Thread.currentThread().interrupt();
            return;
        } catch (RuntimeException e) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            LOG.warn(
                    "memory {} is not embedded anew beyond {} {}: {}",
                    question.memory(),
                    question.kind().key(),
                    question.rows().isEmpty() ? question.upTo() : question.rows().get(0).ordinal(),
                    e.toString());
            command = failure(question, e.getMessage());
        }
        finish(key, command, result);
    }

    private SetVectors embedded(VectorQuestion question) throws InterruptedException {
        if (!settings.isOn() || !settings.embedder().name().equals(question.embedder())) {
            throw new EmbeddingException(
                    "the memory was to be embedded anew by %s, which does not embed any more"
                            .formatted(question.embedder()),
                    null);
        }
        List<String> texts =
                question.rows().stream().map(Row::texts).flatMap(List::stream).toList();
        List<float[]> vectors = embedding.vectors(texts, patience);
        List<RowVectors> given = new ArrayList<>();
        int at = 0;
        for (Row row : question.rows()) {
            List<float[]> own = vectors.subList(at, at + row.texts().size());
            at += own.size();
            given.add(
                    new RowVectors(
                            row.ordinal(),
                            question.kind() == RowKind.FACTS ? row.texts().get(0) : null,
                            own.get(0) == null
                                    ? List.of()
                                    : own.stream().filter(Objects::nonNull).toList()));
        }
        rows.inc(given.size());
        return command(question, given, null);
    }

    private static SetVectors failure(VectorQuestion question, String why) {
        return command(question, List.of(), WholeText.of(String.valueOf(why)));
    }

    private static SetVectors command(
            VectorQuestion question, List<RowVectors> rows, String failure) {
        return new SetVectors(
                question.memory(),
                question.embedder(),
                question.of(),
                question.kind(),
                question.upTo(),
                rows,
                failure);
    }

    private void finish(
            String key, SetVectors command, ResultFuture<Tuple2<String, byte[]>> result) {
        if (command.failure() != null) {
            failed.inc();
        }
        waiting.decrementAndGet();
        result.complete(List.of(Tuple2.of(key, CommandCodec.encode(command))));
    }
}
