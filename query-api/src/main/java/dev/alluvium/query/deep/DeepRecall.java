package dev.alluvium.query.deep;

import dev.alluvium.models.language.LanguageModel;
import dev.alluvium.query.deep.Fallback.Reason;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

/**
 * Deepens recalls with a language model (the guide's section on RecallFlow): a long query is
 * analysed into sub-queries, which are searched side by side; while confidence in what is found is
 * low, the model says what is missing and what to look for. It only ever adds to what the caller's
 * own search found, and the model only ever chooses among what the caller may see. A model that
 * fails costs no result and no exception.
 */
public final class DeepRecall implements AutoCloseable {

    private final LanguageModel model;
    private final ModelMeters meters;
    private final Semaphore places;
    private final SideBySide searches = new SideBySide();
    private final ExecutorService questions =
            Executors.newCachedThreadPool(daemons("alluvium-recall-model"));

    public DeepRecall(LanguageModel model, DeepSettings settings, MeterRegistry registry) {
        this.model = model;
        meters = new ModelMeters(registry);
        places = new Semaphore(settings.underWay());
    }

    /** What {@code query} finds, deepened where its length and the server's load permit. */
    public Deepened deepen(DeepQuery query, Sight sight) {
        String text = query.original().text();
        int length = text.codePointCount(0, text.length());
        int analysed = query.thresholds().analysed();
        if (text.isBlank() || length < analysed) {
            return Deepened.plain(
                    query.found(),
                    "the query has "
                            + length
                            + " characters; query_analysis_threshold is "
                            + analysed);
        }
        if (query.modelTime().isZero()) {
            return Deepened.plain(query.found(), "timeout 0 leaves the model no time");
        }
        Place place = Place.take(places);
        if (place == null) {
            return busy(query);
        }
        try {
            Questions asked = new Questions(model, questions, place, query.modelTime());
            return new Exploration(query, sight, searches, asked, meters).run();
        } finally {
            place.leave();
        }
    }

    @Override
    public void close() {
        questions.shutdownNow();
        searches.close();
    }

    static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    private Deepened busy(DeepQuery query) {
        Fallback fallback =
                new Fallback(
                        QueryAnalysis.STEP,
                        Reason.BUSY,
                        "as many deep recalls as the server allows are under way"
                                + " (recall_model_concurrency); this one was a plain search");
        meters.noAnswer(fallback, 0);
        Deepened plain = Deepened.plain(query.found(), fallback.detail());
        return new Deepened(
                plain.result(), plain.evidenceGaps(), false, fallback, plain.explanation());
    }
}
