package dev.alluvium.state.graph.read;

import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.text.TextAnalyzer;
import dev.alluvium.state.vector.CosineCalibration;

/**
 * The graph of a memory that is in use, which its owner writes and its readers look at through
 * {@link GraphView}s.
 *
 * <p><b>Concurrency.</b> One thread writes and makes views, and hands them on by a volatile write.
 * A view stays as it was: the rows it shows are immutable, and pages of rows are copied before they
 * change. What finds rows (names, words, links) is shared with all views and only grows, so it may
 * name what a view has not yet or no more: a reader checks each find against the rows of its own
 * view. When a third of the rows are removed all columns are made anew without them.
 *
 * <p>Rows may come in any order and again, as long as each is the row's newest state: an entity
 * that facts name before its own row is there has a place without it, and such facts are not shown.
 */
public final class GraphIndex {

    private final CosineCalibration calibration;
    private final GraphWords words;
    private final FactFormat format;
    private GraphColumns columns;

    /** An index of no graph. {@code calibration} is that of the model that makes the vectors. */
    public GraphIndex(CosineCalibration calibration, TextAnalyzer analyzer, FactFormat format) {
        this.calibration = calibration;
        this.words = new GraphWords(analyzer);
        this.format = format;
        this.columns = new GraphColumns(words, format);
    }

    /** Puts an entity in place of what is there. */
    public void putEntity(long ordinal, Entity entity) {
        columns.putEntity(ordinal, entity);
    }

    /** Deletes an entity, if it is there. Its facts are deleted one by one. */
    public void deleteEntity(long ordinal) {
        columns.deleteEntity(ordinal);
    }

    /**
     * Puts a fact in place of what is there.
     *
     * @param unitVector the embedding of what it says; null keeps what is there
     * @throws IllegalArgumentException when the vector has another dimension than the others
     */
    public void putFact(long ordinal, Fact fact, float[] unitVector) {
        columns.putFact(ordinal, fact, unitVector);
    }

    /** Deletes a fact with all its versions, if it is there. */
    public void deleteFact(long ordinal) {
        columns.deleteFact(ordinal);
    }

    /** Deletes all. */
    public void clear() {
        columns = new GraphColumns(words, format);
    }

    /** The graph as it is now, for readers. */
    public GraphView view() {
        if (columns.isMostlyRemoved()) {
            columns = columns.compacted();
        }
        return new GraphView(columns, words, format, calibration);
    }
}
