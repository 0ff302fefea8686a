package dev.alluvium.bench.system;

import static dev.alluvium.bench.system.Percentiles.median;
import static dev.alluvium.bench.system.Percentiles.rounded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.embedding.EmbeddingModel;
import dev.alluvium.models.embedding.EmbeddingModels;
import dev.alluvium.models.embedding.EmbeddingOptions;
import dev.alluvium.models.embedding.EmbeddingService;
import dev.alluvium.models.embedding.Purpose;
import dev.alluvium.state.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Texts per second of the embedding stage, beside the bare model on as many threads. */
final class EmbeddingRate {

    private static final String MODEL = "e5-small-v2";
    private static final int CHARACTERS = 120;

    private final Scale scale;

    EmbeddingRate(Scale scale) {
        this.scale = scale;
    }

    ObjectNode measure() throws InterruptedException {
        EmbeddingOptions defaults = EmbeddingOptions.defaults();
        EmbeddingOptions uncached =
                new EmbeddingOptions(defaults.workers(), defaults.queueTexts(), 0);
        Sentences sentences = new Sentences(scale.seed() + 3);
        double[] bare = new double[scale.repetitions()];
        double[] stage = new double[scale.repetitions()];
        try (EmbeddingModel model = EmbeddingModels.open(MODEL);
                EmbeddingService service =
                        new EmbeddingService(EmbeddingModels.open(MODEL), uncached)) {
            bare(model, texts(sentences), defaults.workers());
            for (int i = 0; i < scale.repetitions(); i++) {
                List<String> texts = texts(sentences);
                bare[i] = bare(model, texts, defaults.workers());
                long start = System.nanoTime();
                service.passages(texts).join();
                stage[i] = perSecond(texts, start);
                Progress.say("embedding: %.0f texts/s, bare model %.0f/s", stage[i], bare[i]);
            }
        }
        return Json.object()
                .put("model", MODEL)
                .put("per_s", rounded(median(stage)))
                .put("bare_per_s", rounded(median(bare)))
                .put("ratio", rounded(median(stage) / median(bare)));
    }

    private static double bare(EmbeddingModel model, List<String> texts, int threads)
            throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        int batch = model.preferredBatch();
        Runnable work =
                () -> {
                    for (int i; (i = next.getAndAdd(batch)) < texts.size(); ) {
                        model.embed(
                                texts.subList(i, Math.min(texts.size(), i + batch)),
                                Purpose.PASSAGE);
                    }
                };
        List<Thread> workers = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < threads; i++) {
            Thread worker = new Thread(work, "bare-" + i);
            worker.start();
            workers.add(worker);
        }
        for (Thread worker : workers) {
            worker.join();
        }
        return perSecond(texts, start);
    }

    private List<String> texts(Sentences sentences) {
        return Stream.generate(() -> sentences.next(CHARACTERS)).limit(scale.embedded()).toList();
    }

    private static double perSecond(List<String> texts, long start) {
        return texts.size() / ((System.nanoTime() - start) / 1e9);
    }
}
