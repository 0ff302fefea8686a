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
import dev.alluvium.state.text.TextAnalyzer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures turn search on LoCoMo: each question searches its own conversation, and what it should
 * find are the turns, or their sessions, that the file names as evidence. Weights were tuned on
 * conversations 1 to 3, so 4 to 10 stand beside all. The last line is one JSON object.
 */
public final class RetrievalBenchmark {

    private static final int TUNED_ON = 3;

    private final PrintStream out;
    private final ArrayNode rows = Json.MAPPER.createArrayNode();

    private RetrievalBenchmark(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) throws IOException {
        if (args.length < 1 || args.length > 2) {
            System.err.println("usage: bench/run retrieval FILE [MODEL]");
            System.exit(2);
        }
        String model = args.length == 2 ? args[1] : EmbeddingModels.names().get(0);
        new RetrievalBenchmark(System.out).run(Path.of(args[0]), model);
    }

    private void run(Path file, String model) throws IOException {
        long start = System.nanoTime();
        List<Haystack> haystacks = read(file, model);
        long embedded = System.nanoTime();
        out.printf(
                "%-8s %-6s %-8s %9s %28s %28s%n",
                "mode", "conv.", "level", "questions", "macro ndcg@10 r@5 r@10 hit@5", "overall");
        for (Mode mode : Mode.values()) {
            report(mode, haystacks, 0, haystacks.size());
            report(mode, haystacks, 0, Math.min(TUNED_ON, haystacks.size()));
            report(mode, haystacks, Math.min(TUNED_ON, haystacks.size()), haystacks.size());
        }
        ObjectNode result = Json.object();
        result.put("benchmark", "retrieval");
        result.put("model", model);
        result.put("embedding_seconds", (embedded - start) / 1_000_000 / 1e3);
        result.put("search_seconds", (System.nanoTime() - embedded) / 1_000_000 / 1e3);
        result.set("rows", rows);
        out.println(result);
    }

    private List<Haystack> read(Path file, String model) throws IOException {
        TextAnalyzer analyzer = new TextAnalyzer();
        List<Haystack> haystacks = new ArrayList<>();
        try (Lease<EmbeddingService> embedding =
                        EmbeddingService.shared(Embedder.of(model), EmbeddingOptions.defaults());
                LocomoReader reader = new LocomoReader(file)) {
            LocomoConversation conversation = reader.next();
            while (conversation != null) {
                out.println("embedding " + conversation.sampleId());
                haystacks.add(Haystack.of(conversation, analyzer, embedding.get()));
                conversation = reader.next();
            }
        }
        return haystacks;
    }

    private void report(Mode mode, List<Haystack> haystacks, int from, int to) {
        if (from == to) {
            return;
        }
        Tally turns = new Tally();
        Tally sessions = new Tally();
        haystacks.subList(from, to).forEach(haystack -> haystack.ask(mode, turns, sessions));
        String conversations = from + 1 + "-" + to;
        print(mode, conversations, "turn", turns);
        print(mode, conversations, "session", sessions);
        ObjectNode row = rows.addObject();
        row.put("mode", mode.toString());
        row.put("conversations", conversations);
        row.put("questions", turns.questions());
        row.set("turn", json(turns));
        row.set("session", json(sessions));
    }

    private void print(Mode mode, String conversations, String level, Tally tally) {
        out.printf(
                "%-8s %-6s %-8s %9d %28s %28s%n",
                mode,
                conversations,
                level,
                tally.questions(),
                text(tally.macro()),
                text(tally.overall()));
    }

    private static String text(Quality quality) {
        return String.format(
                "%.4f %.3f %.3f %.3f",
                quality.ndcg10(), quality.recall5(), quality.recall10(), quality.hit5());
    }

    private static ObjectNode json(Tally tally) {
        ObjectNode json = Json.object();
        json.set("macro", json(tally.macro()));
        json.set("overall", json(tally.overall()));
        ObjectNode categories = json.putObject("categories");
        tally.categories()
                .forEach((category, mean) -> categories.set(category.toString(), json(mean)));
        return json;
    }

    private static ObjectNode json(Quality quality) {
        ObjectNode json = Json.object();
        json.put("ndcg@10", rounded(quality.ndcg10()));
        json.put("recall@5", rounded(quality.recall5()));
        json.put("recall@10", rounded(quality.recall10()));
        json.put("hit@5", rounded(quality.hit5()));
        return json;
    }

    private static double rounded(double value) {
        return Math.round(value * 1e4) / 1e4;
    }
}
