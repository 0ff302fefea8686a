package dev.alluvium.operators.embed;

import dev.alluvium.models.embedding.EmbeddingService;
import dev.alluvium.models.embedding.Lease;
import dev.alluvium.operators.log.LoggedCommand;
import dev.alluvium.state.command.CommandScan;
import dev.alluvium.state.json.InvalidInputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives each command the vectors it lacks. Runs inside Flink's ordered asynchronous operator, which
 * keeps the order of the log and holds commands in flight in its checkpoints. Texts are handed over
 * by a thread of its own: the embedder's full queue must slow the log, not block the task and its
 * barriers. A text that cannot be embedded is kept without a vector, found by its words alone: a
 * write is never lost to the embedder.
 */
public final class EmbedFunction extends RichAsyncFunction<LoggedCommand, LoggedCommand> {

    private static final Logger LOG = LoggerFactory.getLogger(EmbedFunction.class);

    private final EmbedSettings settings;
    private transient Lease<EmbeddingService> service;
    private transient ExecutorService feeder;

    public EmbedFunction(EmbedSettings settings) {
        this.settings = settings;
    }

    @Override
    public void open(OpenContext context) {
        if (settings.isOn()) {
            service = EmbeddingService.shared(settings.embedder(), settings.options());
            feeder =
                    Executors.newSingleThreadExecutor(
                            task -> {
                                Thread thread = new Thread(task, "alluvium-embed-feeder");
                                thread.setDaemon(true);
                                return thread;
                            });
        }
    }

    @Override
    public void close() {
        if (feeder != null) {
            feeder.shutdownNow();
            service.close();
        }
    }

    @Override
    public void asyncInvoke(LoggedCommand entry, ResultFuture<LoggedCommand> result) {
        List<String> texts =
                settings.isOn() && CommandScan.mayLackVectors(entry.value(), settings.embedded())
                        ? wanted(entry)
                        : List.of();
        if (texts.isEmpty()) {
            result.complete(List.of(entry));
            return;
        }
        feeder.execute(
                () ->
                        embed(texts)
                                .exceptionally(failure -> without(entry, texts, failure))
                                .thenAccept(
                                        vectors ->
                                                result.complete(
                                                        () -> List.of(with(entry, vectors)))));
    }

    /** A vector for none of the texts: words alone will find them. */
    private static List<float[]> without(
            LoggedCommand entry, List<String> texts, Throwable failure) {
        LOG.warn(
                "the texts of the command at {} could not be embedded and are kept without vectors: {}",
                entry.position(),
                failure.toString());
        return Collections.nCopies(texts.size(), null);
    }

    /** The entry whose texts, in the order they were asked for, have these vectors. */
    private LoggedCommand with(LoggedCommand entry, List<float[]> vectors) {
        Iterator<float[]> next = vectors.iterator();
        Embedding embedding =
                new Embedding(entry.preceding(), settings.embedded(), text -> next.next());
        return entry.with(entry.command().match(embedding));
    }

    private CompletableFuture<List<float[]>> embed(List<String> texts) {
        try {
            return service.get().passagesTaken(texts);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private List<String> wanted(LoggedCommand entry) {
        List<String> texts = new ArrayList<>();
        try {
            entry.command()
                    .match(
                            new Embedding(
                                    entry.preceding(),
                                    settings.embedded(),
                                    text -> {
                                        texts.add(text);
                                        return null;
                                    }));
            return texts;
        } catch (InvalidInputException e) {
            // The memory operator rejects what is no command; it is passed on for that.
            return List.of();
        }
    }
}
