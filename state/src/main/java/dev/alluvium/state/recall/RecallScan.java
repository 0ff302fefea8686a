package dev.alluvium.state.recall;

import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.recall.Match.Parts;
import dev.alluvium.state.recall.RecallRequest.Mode;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.vector.CosineCalibration;
import dev.alluvium.state.vector.QueryVector;
import dev.alluvium.state.vector.VectorColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One recall over one view: every row that the filters accept is ranked, so a limit is filled
 * whenever enough records exist. A scan, chunk by chunk, in primitive arrays; only the best become
 * objects. Large views are scanned by all cores.
 */
final class RecallScan {

    /** More than rounding can lift a score above the bound computed for it. */
    private static final double ROUNDING = 1e-9;

    /** One row in so many is few: scoring it alone costs a few times its share of a block. */
    private static final int FEW = 4;

    /**
     * Chunks that one core scans in about a millisecond and a half: fewer are not worth another
     * thread.
     */
    private static final int CHUNKS_PER_PART = 32;

    private static final int CORES = Runtime.getRuntime().availableProcessors();

    private final RecordView view;
    private final RecallRequest request;
    private final CompositeScore composite;
    private final Visibility visibility;
    private final boolean isNewest;
    private final long now;
    private final long periodFrom;
    private final long periodTo;
    private final VectorColumn vectors;
    private final QueryVector query;
    private final WordMatches words;
    private final CosineCalibration calibration;
    private final double minScore;

    RecallScan(
            RecordView view,
            RecallRequest request,
            CompositeScore composite,
            Visibility visibility) {
        this.view = view;
        this.request = request;
        this.composite = composite;
        this.visibility = visibility;
        this.now = RecordChunk.millis(request.aged());
        Interval period = request.period();
        this.periodFrom = period == null ? Long.MIN_VALUE : RecordChunk.millis(period.from());
        this.periodTo =
                period == null || period.isOpen()
                        ? Long.MAX_VALUE
                        : RecordChunk.millis(period.to());
        this.calibration = view.calibration();
        this.minScore = request.minScore() == null ? Double.NEGATIVE_INFINITY : request.minScore();
        boolean isSemantic = request.mode() != Mode.LEXICAL && request.vector() != null;
        boolean hasText = !request.text().isBlank();
        this.isNewest = !hasText && !isSemantic;
        this.vectors = isSemantic ? view.vectors() : null;
        this.query = vectors == null ? null : vectors.query(request.vector());
        this.words =
                hasText && request.mode() != Mode.SEMANTIC
                        ? new WordMatches(view, view.analyzer().queryWords(request.text()))
                        : null;
    }

    RecallResult run() {
        int chunks = view.chunkCount();
        int parts = vectors == null ? 1 : Math.max(1, Math.min(CORES, chunks / CHUNKS_PER_PART));
        // What is kept does not depend on the order of scanning, so neither does the result.
        List<Part> scanned =
                IntStream.range(0, parts)
                        .parallel()
                        .mapToObj(n -> new Part(n * chunks / parts, (n + 1) * chunks / parts))
                        .toList();
        Part all = scanned.get(0);
        scanned.subList(1, parts).forEach(all::add);
        List<Match> matches = new ArrayList<>();
        for (int slot : all.best.take()) {
            matches.add(match(slot));
        }
        return new RecallResult(matches, all.suppressed);
    }

    /**
     * Without a text or vector recency alone ranks, which is the order newest first whatever the
     * weight.
     */
    private double score(double similarity, double lexical, double recency, double importance) {
        return isNewest
                ? composite.score(0, recency, 0)
                : composite.score(
                        Relevance.of(request.mode(), similarity, lexical), recency, importance);
    }

    private Match match(int slot) {
        MemoryRecord record = view.record(slot);
        float cosine = query == null ? Float.NaN : vectors.score(query, slot);
        double similarity = similarity(cosine);
        double lexical = words == null ? 0 : words.of(slot);
        double recency = composite.recency(now - RecordChunk.millis(record.createdAt()));
        double importance = record.importance();
        List<String> reasons = new ArrayList<>();
        if (calibrated(cosine) > Relevance.UNRELATED_COSINE) {
            reasons.add("semantic");
        }
        if (lexical > 0) {
            reasons.add("lexical");
        }
        if (recency > 0.5) {
            reasons.add("recency");
        }
        if (importance > 0.5) {
            reasons.add("importance");
        }
        double relevance = isNewest ? 0 : Relevance.of(request.mode(), similarity, lexical);
        return new Match(
                record,
                score(similarity, lexical, recency, importance),
                List.copyOf(reasons),
                new Parts(similarity, lexical, relevance, recency, importance));
    }

    /** Whether the slot has a record that meets every filter but the instants. */
    private boolean accepts(RecordChunk chunk, int at) {
        return visibility.accepts(chunk, at)
                && (isOfPeriod(chunk.createdAt[at]) || isOfPeriod(chunk.validFrom[at]));
    }

    private boolean isOfPeriod(long millis) {
        return periodFrom <= millis && millis < periodTo;
    }

    private double similarity(float cosine) {
        return Float.isNaN(cosine)
                ? Double.NaN
                : CosineCalibration.similarity(calibration.apply(cosine));
    }

    /** NaN, which is above no level, where no vectors are compared. */
    private double calibrated(float cosine) {
        return Float.isNaN(cosine) ? Double.NaN : calibration.apply(cosine);
    }

    /** A range of chunks, scanned by one thread with scratch of its own. */
    private final class Part {

        private final BestSlots best = new BestSlots(view, request.limit());

        /** Scratch of one chunk; NaN where no vectors are compared. */
        private final float[] cosines = new float[RecordChunk.SLOTS];

        private final boolean[] holds = new boolean[RecordChunk.SLOTS];
        private long suppressed;

        Part(int fromChunk, int toChunk) {
            Arrays.fill(cosines, Float.NaN);
            for (int number = fromChunk; number < toChunk; number++) {
                scan(number);
            }
        }

        void add(Part other) {
            best.add(other.best);
            suppressed += other.suppressed;
        }

        private void scan(int number) {
            RecordChunk chunk = view.chunk(number);
            int first = number * RecordChunk.SLOTS;
            int rows = Math.min(RecordChunk.SLOTS, view.size() - first);
            int accepted = 0;
            for (int at = 0; at < rows; at++) {
                boolean isAccepted = accepts(chunk, at);
                accepted += isAccepted ? 1 : 0;
                holds[at] = isAccepted && visibility.holds(chunk, at);
            }
            if (accepted == 0) {
                return;
            }
            if (query != null) {
                compare(chunk, first, rows, accepted);
            }
            double[] wordScores = words == null ? null : words.ofChunk(number);
            for (int at = 0; at < rows; at++) {
                double lexical = wordScores == null ? 0 : words.share(wordScores[at]);
                if (holds[at]) {
                    rank(chunk, at, first + at, cosines[at], lexical);
                } else if (accepts(chunk, at) && isSuppressed(chunk, at, lexical)) {
                    suppressed++;
                }
            }
        }

        /**
         * Fills the cosines of the accepted rows: row by row where they are few, which reads less.
         */
        private void compare(RecordChunk chunk, int first, int rows, int accepted) {
            if (accepted > rows / FEW) {
                vectors.scores(query, first, first + rows, cosines);
                return;
            }
            for (int at = 0; at < rows; at++) {
                if (accepts(chunk, at)) {
                    cosines[at] = vectors.score(query, first + at);
                }
            }
        }

        private void rank(RecordChunk chunk, int at, int slot, float cosine, double lexical) {
            double threshold = Math.max(best.threshold(), minScore);
            double halfLives = composite.halfLives(now - chunk.createdAt[at]);
            double importance = chunk.importance[at];
            double bound =
                    score(
                            view.ceilings().similarity(cosine),
                            lexical,
                            Ceilings.recency(halfLives),
                            importance);
            if (bound + ROUNDING < threshold) {
                return;
            }
            double recency = composite.recency(now - chunk.createdAt[at]);
            double score = score(similarity(cosine), lexical, recency, importance);
            if (score >= minScore) {
                best.offer(score, slot);
            }
        }

        /**
         * Whether a row that does not hold is one to tell of: a hit, and the version that the
         * memory knew at the asked instant or, of a record it did not know yet, the first. So a
         * record counts once, and a version that another replaced does not.
         */
        private boolean isSuppressed(RecordChunk chunk, int at, double lexical) {
            boolean isHit =
                    isNewest || lexical > 0 || calibrated(cosines[at]) >= Relevance.RELATED_COSINE;
            return isHit
                    && (visibility.isKnown(chunk, at)
                            || (visibility.isLater(chunk, at) && chunk.records[at].version() == 1));
        }
    }
}
