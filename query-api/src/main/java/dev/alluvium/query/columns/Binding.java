package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;

/**
 * Finds the way to read a column, through its dictionary where it has one. The vectors of a stream
 * are the same for all of its batches, so this is done once.
 *
 * @param budget of the lists of each row
 */
record Binding(DictionaryProvider dictionaries, RowBudget budget) {

    /** The cells of a column; empty where its type does not fit the shape. */
    Optional<Cell> bind(Shape shape, FieldVector vector) {
        if (vector instanceof NullVector) {
            return Optional.of(new NullCell());
        }
        DictionaryEncoding encoding = vector.getField().getDictionary();
        if (encoding == null) {
            return shape.plain(vector, this);
        }
        Dictionary dictionary = dictionaries.lookup(encoding.getId());
        if (dictionary == null || !(vector instanceof BaseIntVector indexes)) {
            return Optional.empty();
        }
        return bind(shape, dictionary.getVector())
                .map(values -> new EncodedCell(vector, indexes, values));
    }

    /** A column without any value. */
    private static final class NullCell extends Cell {

        @Override
        JsonNode at(int row) {
            return null;
        }
    }
}
