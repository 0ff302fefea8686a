package dev.alluvium.state.recall;

import dev.alluvium.state.column.OrdinalSlots;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.text.LexicalIndex;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;
import dev.alluvium.state.vector.VectorColumn;
import java.util.Arrays;

/**
 * The records of a memory that is in use, as columns that recall scans; what its owner appends to
 * and its readers look at through {@link RecordView}s.
 *
 * <p><b>Concurrency.</b> One thread writes and makes views. A view stays as it was: new rows stand
 * beyond its size, and a chunk of rows is copied before a row in it is replaced or deleted (once
 * between two views, so a batch of touches costs one copy per chunk it meets). Words and vectors
 * are appended only; when a third of the rows are dead all columns are made anew without them,
 * which costs a share of what writing those rows did. A record's content leaves the heap with the
 * last view that shows it, its words and vector when the columns are made anew.
 */
public final class RecordIndex {

    /** Fewer dead rows than this are not worth new columns. */
    private static final int FEW_DEAD = 32;

    private static final int BYTES_PER_RECORD = 320;

    private final CosineCalibration calibration;
    private final TextAnalyzer analyzer;
    private final Ceilings ceilings;

    private RecordChunk[] chunks = {};
    private boolean isDirectoryShared;
    private int size;
    private long epoch;
    private OrdinalSlots slots = new OrdinalSlots();
    private Facets facets = new Facets();
    private LexicalIndex lexical = new LexicalIndex(WordMatches.BM25);
    private VectorColumn vectors;

    private int dead;
    private int documents;
    private long terms;
    private long recordBytes;

    /** An index of no records. {@code calibration} is that of the model that makes the vectors. */
    public RecordIndex(CosineCalibration calibration, TextAnalyzer analyzer) {
        this.calibration = calibration;
        this.analyzer = analyzer;
        this.ceilings = Ceilings.of(calibration);
    }

    /**
     * Puts one version of a record at its ordinal, in place of what is there. Neither words nor
     * vector are indexed again if they are the same, as after a touch or the end of a version.
     *
     * @param unitVector the embedding of its content; null keeps the one that is there
     * @throws IllegalArgumentException when the vector has another dimension than the others
     */
    public void put(long ordinal, MemoryRecord record, float[] unitVector) {
        int known = slots.get(ordinal);
        if (known == OrdinalSlots.NOWHERE) {
            append(ordinal, record, unitVector, OrdinalSlots.NOWHERE);
        } else if (record(known).content().equals(record.content())
                && (unitVector == null || hasVector(known, unitVector))) {
            recordBytes += bytesOf(record) - bytesOf(record(known));
            own(known)
                    .set(
                            known % RecordChunk.SLOTS,
                            ordinal,
                            record,
                            facets.number(Facet.of(record)));
        } else {
            append(ordinal, record, unitVector, known);
            bury(known);
        }
    }

    /** Deletes the version at an ordinal, if there is one. */
    public void delete(long ordinal) {
        int slot = slots.get(ordinal);
        if (slot != OrdinalSlots.NOWHERE) {
            slots.remove(ordinal);
            bury(slot);
        }
    }

    /** Deletes all. */
    public void clear() {
        chunks = new RecordChunk[0];
        isDirectoryShared = false;
        size = 0;
        slots = new OrdinalSlots();
        facets = new Facets();
        lexical = new LexicalIndex(WordMatches.BM25);
        vectors = null;
        dead = 0;
        documents = 0;
        terms = 0;
        recordBytes = 0;
    }

    /** The records as they are now, for readers. */
    public RecordView view() {
        if (dead > FEW_DEAD + (size - dead) / 2) {
            compact();
        }
        isDirectoryShared = true;
        epoch++;
        return new RecordView(this);
    }

    private void append(long ordinal, MemoryRecord record, float[] unitVector, int replaced) {
        if (unitVector != null) {
            if (vectors == null) {
                vectors = new VectorColumn(unitVector.length);
            }
            vectors.set(size, unitVector);
        } else if (replaced != OrdinalSlots.NOWHERE && vectors != null && vectors.has(replaced)) {
            vectors.copy(size, vectors, replaced);
        }
        lexical.add(size, analyzer.terms(record.content()));
        place(ordinal, record);
        count(size - 1, 1);
        recordBytes += bytesOf(record);
    }

    /** Puts a record into the next slot. */
    private void place(long ordinal, MemoryRecord record) {
        int number = size / RecordChunk.SLOTS;
        int at = size % RecordChunk.SLOTS;
        if (number == chunks.length) {
            chunks = Arrays.copyOf(chunks, number + 1);
            chunks[number] = new RecordChunk(epoch);
            isDirectoryShared = false;
        } else if (at == chunks[number].capacity()) {
            replace(number, chunks[number].grown(epoch));
        }
        chunks[number].set(at, ordinal, record, facets.number(Facet.of(record)));
        slots.put(ordinal, size++);
    }

    private void bury(int slot) {
        recordBytes -= bytesOf(record(slot));
        count(slot, -1);
        own(slot).clear(slot % RecordChunk.SLOTS);
        dead++;
    }

    private void count(int slot, int sign) {
        int length = lexical.length(slot);
        documents += length > 0 ? sign : 0;
        terms += (long) sign * length;
    }

    /** The chunk of a slot, copied first if a view may look at it. */
    private RecordChunk own(int slot) {
        int number = slot / RecordChunk.SLOTS;
        if (chunks[number].epoch != epoch) {
            replace(number, chunks[number].copy(epoch));
        }
        return chunks[number];
    }

    private void replace(int number, RecordChunk chunk) {
        if (isDirectoryShared) {
            chunks = chunks.clone();
            isDirectoryShared = false;
        }
        chunks[number] = chunk;
    }

    private void compact() {
        RecordChunk[] oldChunks = chunks;
        int oldSize = size;
        VectorColumn oldVectors = vectors;
        int[] moved = new int[oldSize];
        chunks = new RecordChunk[0];
        isDirectoryShared = false;
        size = 0;
        dead = 0;
        slots = new OrdinalSlots();
        facets = new Facets();
        vectors = null;
        for (int slot = 0; slot < oldSize; slot++) {
            RecordChunk chunk = oldChunks[slot / RecordChunk.SLOTS];
            int at = slot % RecordChunk.SLOTS;
            moved[slot] = chunk.records[at] == null ? OrdinalSlots.NOWHERE : size;
            if (chunk.records[at] != null) {
                if (oldVectors != null && oldVectors.has(slot)) {
                    vectors = vectors == null ? new VectorColumn(oldVectors.dimension()) : vectors;
                    vectors.copy(size, oldVectors, slot);
                }
                place(chunk.ordinals[at], chunk.records[at]);
            }
        }
        lexical = lexical.renumbered(moved);
    }

    private boolean hasVector(int slot, float[] unitVector) {
        // Only rounding separates a vector from itself; a nearer one cannot be told apart anyway.
        return vectors != null
                && vectors.has(slot)
                && vectors.score(vectors.query(unitVector), slot) > 0.9999f;
    }

    private MemoryRecord record(int slot) {
        return chunks[slot / RecordChunk.SLOTS].records[slot % RecordChunk.SLOTS];
    }

    private static long bytesOf(MemoryRecord record) {
        return BYTES_PER_RECORD
                + 2L * record.content().length()
                + 2L * record.scope().path().length()
                + 40L * record.categories().size()
                + 100L * record.metadata().size();
    }

    RecordChunk[] chunks() {
        return chunks;
    }

    int size() {
        return size;
    }

    Facets facets() {
        return facets;
    }

    VectorColumn vectors() {
        return vectors;
    }

    LexicalIndex lexical() {
        return lexical;
    }

    LexicalIndex.Stats words() {
        return new LexicalIndex.Stats(documents, terms);
    }

    TextAnalyzer analyzer() {
        return analyzer;
    }

    CosineCalibration calibration() {
        return calibration;
    }

    Ceilings ceilings() {
        return ceilings;
    }

    long bytes() {
        long chunkBytes = 0;
        for (RecordChunk chunk : chunks) {
            chunkBytes += chunk.bytes();
        }
        return chunkBytes
                + recordBytes
                + slots.bytes()
                + facets.bytes()
                + lexical.bytes()
                + (vectors == null ? 0 : vectors.bytes());
    }
}
