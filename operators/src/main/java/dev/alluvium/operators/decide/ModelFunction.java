package dev.alluvium.operators.decide;

import dev.alluvium.models.language.LanguageModel;
import dev.alluvium.models.language.LanguageModelException;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.CommandCodec;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.WholeText;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;

/** What functions have in common that put questions to the language model beside the stream. */
public abstract class ModelFunction
        extends RichAsyncFunction<Tuple2<String, byte[]>, Tuple2<String, byte[]>> {

    /** More wait for a model that cannot keep up: they are given up, as after the deadline. */
    public static final int MAX_WAITING = 10_000;

    /** Well below what producer and broker take. */
    private static final int MAX_COMMAND_BYTES = 16 << 20;

    static final String TOO_MANY = MAX_WAITING + " questions wait for the language model already";

    private final DecideSettings settings;
    private transient FairThreads threads;
    private transient DecidedSaves decided;
    private transient LanguageModel model;
    private transient AtomicInteger waiting;
    private transient Counter answered;
    private transient Counter failed;

    ModelFunction(DecideSettings settings) {
        this.settings = settings;
    }

    @Override
    public void open(OpenContext context) {
        threads = new FairThreads(settings.limits().atOnce(), settings.limits().atOncePerMemory());
        decided = settings.decided().open();
        waiting = new AtomicInteger();
        MetricGroup metrics = getRuntimeContext().getMetricGroup();
        answered = metrics.counter("decisions");
        failed = metrics.counter("decisionsFailed");
        metrics.gauge("decisionsWaiting", waiting::get);
    }

    @Override
    public void close() {
        if (threads != null) {
            threads.close();
        }
        synchronized (this) {
            if (model != null) {
                model.close();
            }
        }
    }

    final DecideSettings settings() {
        return settings;
    }

    final FairThreads threads() {
        return threads;
    }

    /** What the log shows of questions that were decided. */
    final DecidedSaves decided() {
        return decided;
    }

    /**
     * The bytes of a command, where whoever reads the log will take them: what a model says may be
     * more than the log takes, or no text at all.
     *
     * @param otherwise the command that says why there is no other one
     */
    static byte[] loggable(Command command, Function<String, Command> otherwise) {
        String why;
        try {
            byte[] bytes = CommandCodec.encode(command);
            CommandCodec.decode(bytes);
            if (bytes.length <= MAX_COMMAND_BYTES) {
                return bytes;
            }
            why =
                    "what the language model answered has %d bytes, the log takes %d"
                            .formatted(bytes.length, MAX_COMMAND_BYTES);
        } catch (InvalidInputException | UncheckedIOException e) {
            why = "what the language model answered cannot be kept: " + e.getMessage();
        }
        return CommandCodec.encode(otherwise.apply(WholeText.of(why)));
    }

    /** Opened when it is first needed. */
    final synchronized LanguageModel model() {
        if (settings.model() == null) {
            throw new LanguageModelException("no language model is configured; set the option llm");
        }
        if (model == null) {
            model = settings.model().open();
        }
        return model;
    }

    /** Counts a question in; whether it may wait. It leaves in either case. */
    final boolean admit() {
        return waiting.incrementAndGet() <= MAX_WAITING;
    }

    final void leave() {
        waiting.decrementAndGet();
    }

    final void count(String failure) {
        (failure == null ? answered : failed).inc();
    }

    final long deadline() {
        return System.nanoTime() + settings.limits().deadline().toNanos();
    }

    final String tooLate() {
        return "not decided within %d s".formatted(settings.limits().deadline().toSeconds());
    }
}
