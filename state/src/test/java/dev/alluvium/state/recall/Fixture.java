package dev.alluvium.state.recall;

import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.recall.RecallRequest.Mode;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A memory of a few records, and short ways to write, ask and read it. */
final class Fixture {

    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    static final TextAnalyzer ANALYZER = new TextAnalyzer();
    static final RecordFilter EVERYONE = filter(null, null, null, false);

    final RecordIndex index = new RecordIndex(CosineCalibration.identity(), ANALYZER);
    private long nextOrdinal;

    /** What a record is made of, with defaults for all but its text. */
    static final class Draft {
        private final String content;
        private String id;
        private int version = 1;
        private Scope scope = Scope.ROOT;
        private List<String> categories = List.of();
        private double importance = 0.5;
        private String source;
        private boolean isPrivate;
        private Instant created = NOW;
        private Instant validFrom;
        private Instant validTo;
        private Instant knownFrom;
        private Instant knownTo;
        private float[] vector;

        Draft(String content) {
            this.content = content;
        }

        Draft id(String value) {
            id = value;
            return this;
        }

        Draft version(int value) {
            version = value;
            return this;
        }

        Draft in(String value) {
            scope = Scope.of(value);
            return this;
        }

        Draft categories(String... values) {
            categories = List.of(values);
            return this;
        }

        Draft importance(double value) {
            importance = value;
            return this;
        }

        Draft source(String value) {
            source = value;
            return this;
        }

        Draft isPrivate() {
            isPrivate = true;
            return this;
        }

        Draft created(String value) {
            created = Instant.parse(value);
            return this;
        }

        Draft created(Instant value) {
            created = value;
            return this;
        }

        Draft valid(String from, String to) {
            validFrom = from == null ? null : Instant.parse(from);
            validTo = to == null ? null : Instant.parse(to);
            return this;
        }

        Draft known(String from, String to) {
            knownFrom = from == null ? null : Instant.parse(from);
            knownTo = to == null ? null : Instant.parse(to);
            return this;
        }

        Draft vector(float... values) {
            vector = unit(values);
            return this;
        }

        MemoryRecord record(long ordinal) {
            return new MemoryRecord(
                    id == null ? "r" + ordinal : id,
                    version,
                    content,
                    scope,
                    categories,
                    Map.of(),
                    importance,
                    source,
                    isPrivate,
                    created,
                    created,
                    validFrom == null ? created : validFrom,
                    validTo,
                    knownFrom == null ? created : knownFrom,
                    knownTo);
        }
    }

    static Draft draft(String content) {
        return new Draft(content);
    }

    static float[] unit(float... values) {
        double squares = 0;
        for (float value : values) {
            squares += value * value;
        }
        float[] unit = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            unit[i] = (float) (values[i] / Math.sqrt(squares));
        }
        return unit;
    }

    /** Writes a row and answers its ordinal. */
    long put(Draft draft) {
        long ordinal = nextOrdinal++;
        index.put(ordinal, draft.record(ordinal), draft.vector);
        return ordinal;
    }

    Fixture with(Draft... drafts) {
        for (Draft draft : drafts) {
            put(draft);
        }
        return this;
    }

    static RecordFilter filter(
            List<String> scopes, List<String> categories, String source, boolean includePrivate) {
        return new RecordFilter(
                scopes == null ? null : scopes.stream().map(Scope::of).toList(),
                categories,
                source,
                includePrivate,
                null,
                null);
    }

    /** What a recall asks, with defaults for all but its text. */
    static final class Ask {
        private final String text;
        private float[] vector;
        private List<Scope> scopes = List.of(Scope.ROOT);
        private List<String> categories;
        private String source;
        private boolean includePrivate;
        private int limit = 10;
        private Mode mode = Mode.HYBRID;
        private Map<String, String> overrides = Map.of();
        private Double minScore;
        private Instant asOf = NOW;
        private Instant knownAt;
        private Interval period;

        Ask(String text) {
            this.text = text;
        }

        Ask vector(float... values) {
            vector = unit(values);
            return this;
        }

        Ask in(String... paths) {
            scopes = Arrays.stream(paths).map(Scope::of).toList();
            return this;
        }

        Ask categories(String... values) {
            categories = List.of(values);
            return this;
        }

        Ask source(String value) {
            source = value;
            return this;
        }

        Ask includePrivate() {
            includePrivate = true;
            return this;
        }

        Ask limit(int value) {
            limit = value;
            return this;
        }

        Ask mode(Mode value) {
            mode = value;
            return this;
        }

        Ask options(Map<String, String> values) {
            overrides = values;
            return this;
        }

        Ask minScore(double value) {
            minScore = value;
            return this;
        }

        Ask asOf(String value) {
            asOf = value == null ? null : OffsetDateTime.parse(value).toInstant();
            return this;
        }

        Ask knownAt(String value) {
            knownAt = OffsetDateTime.parse(value).toInstant();
            return this;
        }

        Ask period(String from, String to) {
            period = new Interval(Instant.parse(from), to == null ? null : Instant.parse(to));
            return this;
        }

        RecallRequest request() {
            return new RecallRequest(
                    text,
                    vector,
                    scopes,
                    categories,
                    source,
                    includePrivate,
                    limit,
                    mode,
                    MemoryOptions.DEFAULTS,
                    overrides,
                    minScore,
                    asOf,
                    knownAt,
                    period,
                    NOW);
        }
    }

    RecallResult recall(String text) {
        return recall(new Ask(text));
    }

    RecallResult recall(Ask ask) {
        return index.view().recall(MemoryHeader.EMPTY, ask.request());
    }

    static List<String> contents(RecallResult result) {
        return result.matches().stream().map(match -> match.record().content()).toList();
    }

    static List<String> contents(RecordPage page) {
        return page.records().stream().map(MemoryRecord::content).toList();
    }
}
