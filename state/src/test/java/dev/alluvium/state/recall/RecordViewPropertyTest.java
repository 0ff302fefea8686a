package dev.alluvium.state.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.recall.RecallRequest.Mode;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.scope.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Reads of random memories after random edits equal those of the plain {@link Model}. */
class RecordViewPropertyTest {

    private static final int DIMENSION = 16;

    /** How far int8 codes may move a score: a fiftieth of a cosine is many times what they do. */
    private static final double INT8 = 0.02;

    private static final List<Scope> SCOPES =
            List.of("/", "/a", "/a/b", "/a/b/c", "/ab", "/a b", "/x/y/z", "/x/yy").stream()
                    .map(Scope::of)
                    .toList();
    private static final List<String> WORDS =
            List.of("zebra", "quartz", "velvet", "4711", "PROJ-12", "数据", "kiosk", "fjord");

    private final Model model = new Model();
    private final RecordIndex index = new Fixture().index;
    private long next;

    @Property(tries = 150)
    void readsEqualThoseOfTheModel(@ForAll long seed) {
        Random random = new Random(seed);
        int edits = 1 + random.nextInt(250);
        for (int i = 0; i < edits; i++) {
            edit(random);
            if (random.nextInt(20) == 0) {
                index.view();
            }
        }
        RecordView view = index.view();
        for (int i = 0; i < 4; i++) {
            RecordFilter filter = filter(random);
            Scope path = pick(random, SCOPES);
            int depth = random.nextInt(4);
            assertThat(view.tree(filter, path, depth)).isEqualTo(model.tree(filter, path, depth));
            assertThat(view.info(filter, path)).isEqualTo(model.info(filter, path));
            assertThat(view.children(filter, path)).isEqualTo(model.children(filter, path));
            assertThat(view.categories(filter, path)).isEqualTo(model.categories(filter, path));
            assertThat(pages(view, filter, 1 + random.nextInt(30))).isEqualTo(model.list(filter));
            checkRecall(random, view, filter);
        }
    }

    private void edit(Random random) {
        long other = next == 0 ? 0 : random.nextInt((int) next);
        Model.Row row = model.rows.get(other);
        int kind = random.nextInt(10);
        if (row == null || kind < 5) {
            put(
                    next,
                    record(random, "r" + next, 1),
                    random.nextInt(5) == 0 ? null : vector(random));
            next++;
        } else if (kind < 7 || row.record().knownTo() != null) {
            index.delete(other);
            model.rows.remove(other);
        } else if (kind < 8) {
            put(other, row.record().touched(instant(random), random.nextDouble()), null);
        } else {
            MemoryRecord old = row.record();
            Instant at = old.knownFrom().plusSeconds(1 + random.nextInt(1000));
            MemoryRecord update = record(random, old.id(), old.version() + 1);
            put(other, old.knownUntil(at), null);
            put(next++, known(update, at), vector(random));
        }
    }

    private void put(long ordinal, MemoryRecord record, float[] vector) {
        index.put(ordinal, record, vector);
        model.put(ordinal, record, vector);
    }

    private void checkRecall(Random random, RecordView view, RecordFilter filter) {
        String text = text(random, 1 + random.nextInt(3));
        float[] vector = vector(random);
        int limit = 1 + random.nextInt(40);
        for (Mode mode : Mode.values()) {
            RecallRequest request = request(filter, text, vector, limit, mode);
            List<Match> matches = view.recall(MemoryHeader.EMPTY, request).matches();
            ToDoubleFunction<Model.Row> lexical =
                    model.lexical(Fixture.ANALYZER.queryWords(text), Fixture.ANALYZER::terms);
            ToDoubleFunction<Model.Row> relevance =
                    row -> {
                        double similarity = Model.similarity(vector, row.vector());
                        double words = lexical.applyAsDouble(row);
                        return switch (mode) {
                            case LEXICAL -> words;
                            case SEMANTIC -> similarity;
                            case HYBRID ->
                                    row.vector() == null
                                            ? words
                                            : 1 - (1 - similarity) * (1 - words / 2);
                        };
                    };
            Map<String, Double> scores = model.scores(request, filter, relevance);
            double tolerance = mode == Mode.LEXICAL ? 1e-9 : INT8;
            assertThat(matches).isSortedAccordingTo(Match.BEST_FIRST);
            assertThat(matches).hasSize(Math.min(limit, scores.size()));
            for (Match match : matches) {
                assertThat(match.score())
                        .isCloseTo(scores.get(match.record().id()), within(tolerance));
            }
            List<Double> best =
                    scores.values().stream()
                            .sorted(Comparator.reverseOrder())
                            .limit(limit)
                            .toList();
            for (int i = 0; i < best.size(); i++) {
                assertThat(matches.get(i).score()).isCloseTo(best.get(i), within(tolerance));
            }
        }
    }

    private static List<MemoryRecord> pages(RecordView view, RecordFilter filter, int limit) {
        List<MemoryRecord> all = new ArrayList<>();
        RecordPage page = view.list(filter, limit, null);
        all.addAll(page.records());
        while (page.nextCursor() != null) {
            assertThat(page.records()).hasSize(limit);
            page = view.list(filter, limit, page.nextCursor());
            all.addAll(page.records());
        }
        assertThat(page.total()).isEqualTo(all.size());
        return all;
    }

    private static RecordFilter filter(Random random) {
        return new RecordFilter(
                random.nextInt(3) == 0
                        ? List.of(Scope.ROOT)
                        : List.of(pick(random, SCOPES), pick(random, SCOPES)),
                random.nextInt(3) == 0 ? List.of("c1", "c2") : null,
                random.nextInt(2) == 0 ? "s" + random.nextInt(3) : null,
                random.nextInt(2) == 0,
                instant(random),
                instant(random));
    }

    private static RecallRequest request(
            RecordFilter filter, String text, float[] vector, int limit, Mode mode) {
        return new RecallRequest(
                text,
                vector,
                filter.scopes(),
                filter.categories(),
                filter.source(),
                filter.includePrivate(),
                limit,
                mode,
                MemoryOptions.DEFAULTS,
                Map.of(),
                null,
                filter.asOf(),
                filter.knownAt(),
                null,
                Fixture.NOW);
    }

    private static MemoryRecord record(Random random, String id, int version) {
        Instant created = instant(random);
        return new MemoryRecord(
                id,
                version,
                text(random, 1 + random.nextInt(6)),
                pick(random, SCOPES),
                random.nextInt(3) == 0 ? List.of() : List.of("c" + random.nextInt(4)),
                Map.of(),
                random.nextInt(5) / 4.0,
                random.nextInt(3) == 0 ? null : "s" + random.nextInt(3),
                random.nextInt(3) == 0,
                created,
                created,
                created,
                random.nextInt(3) == 0 ? created.plusSeconds(1 + random.nextInt(100_000)) : null,
                created,
                null);
    }

    private static MemoryRecord known(MemoryRecord record, Instant from) {
        return new MemoryRecord(
                record.id(),
                record.version(),
                record.content(),
                record.scope(),
                record.categories(),
                record.metadata(),
                record.importance(),
                record.source(),
                record.isPrivate(),
                record.createdAt(),
                record.lastAccessed(),
                record.validFrom(),
                record.validTo(),
                from,
                null);
    }

    /** Few distinct instants, some within one millisecond, so that equal ones occur. */
    private static Instant instant(Random random) {
        return Fixture.NOW
                .minus(Duration.ofHours(random.nextInt(48)))
                .plusNanos(random.nextInt(3) * 1000L);
    }

    private static String text(Random random, int words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(pick(random, WORDS)).append(' ');
        }
        return text.toString();
    }

    private static float[] vector(Random random) {
        float[] vector = new float[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (float) random.nextGaussian();
        }
        return Fixture.unit(vector);
    }

    private static <T> T pick(Random random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
