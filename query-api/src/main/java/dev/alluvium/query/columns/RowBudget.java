package dev.alluvium.query.columns;

import dev.alluvium.state.json.InvalidInputException;

/**
 * Bounds what the lists of one row may have together: where they begin and end is what a stream
 * says, and a few bytes say a billion. For one thread.
 */
final class RowBudget {

    static final int MAX_ELEMENTS = 1 << 20;

    private int left = MAX_ELEMENTS;

    /** Another row begins. */
    void refill() {
        left = MAX_ELEMENTS;
    }

    void spend(int elements) {
        if (elements < 0 || elements > left) {
            throw new InvalidInputException(
                    "",
                    "the lists of this row have more than "
                            + MAX_ELEMENTS
                            + " elements; write less into a row");
        }
        left -= elements;
    }
}
