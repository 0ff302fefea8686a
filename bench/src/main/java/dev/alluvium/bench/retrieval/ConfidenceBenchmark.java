package dev.alluvium.bench.retrieval;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.cli.backfill.LocomoConversation;
import dev.alluvium.cli.backfill.LocomoReader;
import dev.alluvium.models.embedding.Embedder;
import dev.alluvium.models.embedding.EmbeddingModels;
import dev.alluvium.models.embedding.EmbeddingOptions;
import dev.alluvium.models.embedding.EmbeddingService;
import dev.alluvium.models.embedding.Lease;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;
import dev.alluvium.state.recall.RecordView;
import dev.alluvium.state.text.TextAnalyzer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;

/**
 * Measures the confidence that routes deep recalls: how sure the plain search is of questions whose
 * answer is in the memory, and of those of another conversation, whose answer is not. Each turn of
 * LoCoMo is a record with the default importance. The last line is one JSON object.
 */
public final class ConfidenceBenchmark {

    private static final double[] QUANTILES = {0.05, 0.25, 0.5, 0.75, 0.95};

    private final PrintStream out;
    private final ArrayNode rows = Json.MAPPER.createArrayNode();

    private ConfidenceBenchmark(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) throws IOException {
        if (args.length < 1 || args.length > 2) {
            System.err.println("usage: bench/run confidence FILE [MODEL]");
            System.exit(2);
        }
        String model = args.length == 2 ? args[1] : EmbeddingModels.names().get(0);
        new ConfidenceBenchmark(System.out).run(Path.of(args[0]), model);
    }

    private void run(Path file, String model) throws IOException {
        TextAnalyzer analyzer = new TextAnalyzer();
        try (Lease<EmbeddingService> embedding =
                EmbeddingService.shared(Embedder.of(model), EmbeddingOptions.defaults())) {
            List<RecordHaystack> haystacks = read(file, embedding.get());
            for (Ages ages : Ages.values()) {
                List<Confidence> own = new ArrayList<>();
                List<Confidence> others = new ArrayList<>();
                for (int i = 0; i < haystacks.size(); i++) {
                    RecordHaystack haystack = haystacks.get(i);
                    RecordView view = haystack.view(ages, embedding.get(), analyzer);
                    own.addAll(haystack.ask(view, haystack));
                    others.addAll(haystack.ask(view, haystacks.get((i + 1) % haystacks.size())));
                }
                report(ages, "answered here", own);
                report(ages, "of another conversation", others);
            }
        }
        ObjectNode result = Json.object().put("benchmark", "confidence").put("model", model);
        result.set("rows", rows);
        out.println(result);
    }

    private List<RecordHaystack> read(Path file, EmbeddingService embedding) throws IOException {
        List<RecordHaystack> haystacks = new ArrayList<>();
        try (LocomoReader reader = new LocomoReader(file)) {
            LocomoConversation conversation = reader.next();
            while (conversation != null) {
                out.println("embedding " + conversation.sampleId());
                haystacks.add(RecordHaystack.of(conversation, embedding));
                conversation = reader.next();
            }
        }
        return haystacks;
    }

    private void report(Ages ages, String questions, List<Confidence> all) {
        double high = MemoryOptions.DEFAULTS.get(Setting.CONFIDENCE_THRESHOLD_HIGH);
        double low = MemoryOptions.DEFAULTS.get(Setting.CONFIDENCE_THRESHOLD_LOW);
        ObjectNode row = rows.addObject().put("ages", ages.toString()).put("questions", questions);
        row.put("count", all.size());
        ArrayNode quantiles = row.putArray("quantiles");
        List<Double> sorted = all.stream().map(Confidence::value).sorted().toList();
        for (double quantile : QUANTILES) {
            quantiles.add(rounded(sorted.get((int) (quantile * (sorted.size() - 1)))));
        }
        band(row.putObject("high"), all, value -> value >= high);
        band(row.putObject("between"), all, value -> value >= low && value < high);
        band(row.putObject("low"), all, value -> value < low);
        ArrayNode fifths = row.putArray("hits_by_fifth");
        List<Confidence> ordered =
                all.stream().sorted((a, b) -> Double.compare(a.value(), b.value())).toList();
        for (int i = 0; i < 5; i++) {
            List<Confidence> fifth =
                    ordered.subList(i * ordered.size() / 5, (i + 1) * ordered.size() / 5);
            fifths.addObject()
                    .put("from", rounded(fifth.get(0).value()))
                    .put("hits", rounded(hits(fifth)));
        }
        out.println(row);
    }

    private static void band(ObjectNode json, List<Confidence> all, DoublePredicate isIn) {
        List<Confidence> in = all.stream().filter(each -> isIn.test(each.value())).toList();
        json.put("share", rounded(in.size() / (double) all.size()));
        json.put("hits", in.isEmpty() ? null : rounded(hits(in)));
    }

    /** The share with evidence among the best ten. */
    private static double hits(List<Confidence> of) {
        return of.stream().filter(Confidence::isHit).count() / (double) of.size();
    }

    private static double rounded(double value) {
        return Math.round(value * 1e3) / 1e3;
    }
}
