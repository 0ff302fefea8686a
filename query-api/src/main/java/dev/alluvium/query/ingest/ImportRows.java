package dev.alluvium.query.ingest;

import dev.alluvium.state.MemoryId;
import java.io.IOException;

/** The rows of an import one after the other, whatever they are written in. For one thread. */
interface ImportRows {

    /** Goes to the next row; false at the end. */
    boolean next() throws IOException;

    /** The number of the row in the stream, from 1. */
    long number();

    /**
     * The row; throws {@link dev.alluvium.state.json.InvalidInputException} where it can be none.
     *
     * @param recent the memory of a row before, used again where it is the same
     */
    ImportRow read(MemoryId recent);

    /** About how large the row is as it was read, in bytes. */
    int bytes();
}
