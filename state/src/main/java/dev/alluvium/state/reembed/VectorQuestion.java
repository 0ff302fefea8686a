package dev.alluvium.state.reembed;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import java.util.List;

/**
 * Rows of a memory that are to be embedded anew.
 *
 * @param of where the command stands that asks
 * @param embedder the model that is to embed them
 * @param upTo the row after the last that was looked at
 * @param rows may be none: then the next ones are to be looked at
 */
public record VectorQuestion(
        MemoryId memory, Position of, String embedder, RowKind kind, long upTo, List<Row> rows) {

    public VectorQuestion {
        rows = List.copyOf(rows);
    }

    /**
     * @param texts for each a vector is wanted
     */
    public record Row(long ordinal, List<String> texts) {

        public Row {
            texts = List.copyOf(texts);
        }
    }
}
