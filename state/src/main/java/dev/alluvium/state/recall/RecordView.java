package dev.alluvium.state.recall;

import dev.alluvium.state.PageCursor;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.scope.ScopeInfo;
import dev.alluvium.state.scope.ScopeNode;
import dev.alluvium.state.text.LexicalIndex;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;
import dev.alluvium.state.vector.VectorColumn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The records of a memory as readers see them: an immutable handle on the columns of a {@link
 * RecordIndex}, bounded by the rows there were when it was made. Any thread may read it for as long
 * as it likes while the writer goes on; it must reach that thread safely, for example by a volatile
 * write.
 *
 * <p>Every read sees only what its filter lets it see, counts included. Where a filter's {@code
 * knownAt} is null the current versions are seen, where {@code asOf} is null records of any valid
 * time; a recall without {@code asOf} is of now.
 */
public final class RecordView {

    private final RecordChunk[] chunks;
    private final int size;
    private final Facet[] facets;
    private final int facetCount;
    private final VectorColumn vectors;
    private final LexicalIndex lexical;
    private final LexicalIndex.Stats words;
    private final TextAnalyzer analyzer;
    private final CosineCalibration calibration;
    private final Ceilings ceilings;
    private final long bytes;

    RecordView(RecordIndex index) {
        this.chunks = index.chunks();
        this.size = index.size();
        this.facets = index.facets().list();
        this.facetCount = index.facets().count();
        this.vectors = index.vectors();
        this.lexical = index.lexical();
        this.words = index.words();
        this.analyzer = index.analyzer();
        this.calibration = index.calibration();
        this.ceilings = index.ceilings();
        this.bytes = index.bytes();
    }

    /**
     * The records that best answer a request, by {@link CompositeScore}. A blank text without a
     * vector gives the newest records.
     *
     * @throws IllegalArgumentException when the request's vector has another dimension than the
     *     memory's, or an option is unknown or out of range
     */
    public RecallResult recall(MemoryHeader header, RecallRequest request) {
        CompositeScore composite =
                CompositeScore.of(
                        request.defaults().with(header.options()).with(request.overrides()));
        RecordFilter filter =
                new RecordFilter(
                        request.scopes(),
                        request.categories(),
                        request.source(),
                        request.includePrivate(),
                        request.asOf() == null ? latest(header, request) : request.asOf(),
                        request.knownAt());
        Visibility visibility = new Visibility(this, filter, Scope.ROOT);
        return new RecallScan(this, request, composite, visibility).run();
    }

    /**
     * A page of records, newest first, with how many there are on all pages.
     *
     * @param cursor where the page before ended, or null for the first
     */
    public RecordPage list(RecordFilter filter, int limit, String cursor) {
        PageCursor after = cursor == null ? null : PageCursor.parse(cursor);
        long afterMillis = after == null ? 0 : RecordChunk.millis(after.at());
        BestSlots newest = new BestSlots(this, limit);
        long[] counts = new long[2];
        forEach(
                filter,
                Scope.ROOT,
                (chunk, at, slot) -> {
                    counts[0]++;
                    long created = chunk.createdAt[at];
                    if (after == null
                            || created < afterMillis
                            || (created == afterMillis && isAfter(after, chunk.records[at]))) {
                        counts[1]++;
                        newest.offer(created, slot);
                    }
                });
        List<MemoryRecord> page = new ArrayList<>();
        for (int slot : newest.take()) {
            page.add(record(slot));
        }
        MemoryRecord last = page.isEmpty() ? null : page.get(page.size() - 1);
        boolean hasMore = last != null && counts[1] > page.size();
        return new RecordPage(
                page,
                hasMore ? new PageCursor(last.createdAt(), last.id()).toString() : null,
                counts[0]);
    }

    /**
     * The scopes from {@code path} down that hold records, with {@code maxDepth} levels below it.
     */
    public ScopeNode tree(RecordFilter filter, Scope path, int maxDepth) {
        return scopes(path, countByFacet(filter, path)).tree(maxDepth);
    }

    /** What the branch of {@code path} holds. */
    public ScopeInfo info(RecordFilter filter, Scope path) {
        long[] byFacet = new long[facetCount];
        MemoryRecord[] ends = new MemoryRecord[2];
        long[] millis = {Long.MAX_VALUE, Long.MIN_VALUE};
        forEach(
                filter,
                path,
                (chunk, at, slot) -> {
                    byFacet[chunk.facets[at]]++;
                    long created = chunk.createdAt[at];
                    if (created <= millis[0]) {
                        millis[0] = created;
                        ends[0] = older(chunk.records[at], ends[0]);
                    }
                    if (created >= millis[1]) {
                        millis[1] = created;
                        ends[1] = newer(chunk.records[at], ends[1]);
                    }
                });
        TreeSet<String> categories = new TreeSet<>();
        long count = 0;
        for (int number = 0; number < facetCount; number++) {
            if (byFacet[number] > 0) {
                count += byFacet[number];
                categories.addAll(facets[number].categories());
            }
        }
        return new ScopeInfo(
                path,
                count,
                List.copyOf(categories),
                ends[0] == null ? null : ends[0].createdAt(),
                ends[1] == null ? null : ends[1].createdAt(),
                scopes(path, byFacet).children());
    }

    /** The scopes immediately below {@code path} that hold records, there or further down. */
    public List<Scope> children(RecordFilter filter, Scope path) {
        return scopes(path, countByFacet(filter, path)).children();
    }

    /** How many records of the branch have each category, by name. */
    public Map<String, Long> categories(RecordFilter filter, Scope path) {
        long[] byFacet = countByFacet(filter, path);
        Map<String, Long> counts = new TreeMap<>();
        for (int number = 0; number < facetCount; number++) {
            if (byFacet[number] > 0) {
                for (String category : facets[number].categories()) {
                    counts.merge(category, byFacet[number], Long::sum);
                }
            }
        }
        return counts;
    }

    /** Estimated heap of these records and all columns, in bytes. */
    public long bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    int chunkCount() {
        return (size + RecordChunk.SLOTS - 1) / RecordChunk.SLOTS;
    }

    RecordChunk chunk(int number) {
        return chunks[number];
    }

    MemoryRecord record(int slot) {
        return chunks[slot / RecordChunk.SLOTS].records[slot % RecordChunk.SLOTS];
    }

    boolean hasRecord(int slot) {
        return chunks[slot / RecordChunk.SLOTS].facets[slot % RecordChunk.SLOTS] != Facets.NONE;
    }

    Facet facet(int number) {
        return facets[number];
    }

    int facetCount() {
        return facetCount;
    }

    /** Null before the first vector. */
    VectorColumn vectors() {
        return vectors;
    }

    LexicalIndex lexical() {
        return lexical;
    }

    /** Of the rows that are there. */
    LexicalIndex.Stats words() {
        return words;
    }

    /** What the words of records, and of a query about them, are told by. */
    public TextAnalyzer analyzer() {
        return analyzer;
    }

    CosineCalibration calibration() {
        return calibration;
    }

    Ceilings ceilings() {
        return ceilings;
    }

    /** Now; not before the newest write, whose time a clock other than the reader's gave. */
    private static Instant latest(MemoryHeader header, RecallRequest request) {
        return request.now().isBefore(header.lastKnown()) ? header.lastKnown() : request.now();
    }

    private ScopeCounts scopes(Scope path, long[] byFacet) {
        ScopeCounts scopes = new ScopeCounts(path);
        for (int number = 0; number < facetCount; number++) {
            if (byFacet[number] > 0) {
                scopes.add(facets[number].scope(), byFacet[number]);
            }
        }
        return scopes;
    }

    private long[] countByFacet(RecordFilter filter, Scope path) {
        long[] byFacet = new long[facetCount];
        forEach(filter, path, (chunk, at, slot) -> byFacet[chunk.facets[at]]++);
        return byFacet;
    }

    /**
     * From the last slot to the first: mostly the newest come first, and who wants these is done.
     */
    private void forEach(RecordFilter filter, Scope path, Row row) {
        Visibility visibility = new Visibility(this, filter, path);
        for (int number = chunkCount() - 1; number >= 0; number--) {
            RecordChunk chunk = chunks[number];
            int first = number * RecordChunk.SLOTS;
            int rows = Math.min(RecordChunk.SLOTS, size - first);
            for (int at = rows - 1; at >= 0; at--) {
                if (visibility.accepts(chunk, at) && visibility.holds(chunk, at)) {
                    row.see(chunk, at, first + at);
                }
            }
        }
    }

    private static boolean isAfter(PageCursor cursor, MemoryRecord record) {
        int order = record.createdAt().compareTo(cursor.at());
        return order < 0 || (order == 0 && record.id().compareTo(cursor.id()) > 0);
    }

    private static MemoryRecord older(MemoryRecord one, MemoryRecord other) {
        return other == null || one.createdAt().isBefore(other.createdAt()) ? one : other;
    }

    private static MemoryRecord newer(MemoryRecord one, MemoryRecord other) {
        return other == null || one.createdAt().isAfter(other.createdAt()) ? one : other;
    }

    /** What is done with each row that a filter lets through. */
    @FunctionalInterface
    private interface Row {
        void see(RecordChunk chunk, int at, int slot);
    }
}
