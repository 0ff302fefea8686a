package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads the cells of one column. For one thread. */
abstract class Cell {

    /** A batch was loaded into the column. */
    void loaded() {}

    /** The value in a row of the batch, or null. */
    abstract JsonNode at(int row);
}
