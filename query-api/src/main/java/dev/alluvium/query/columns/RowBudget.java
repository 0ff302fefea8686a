package dev.alluvium.query.columns;

import dev.alluvium.state.json.InvalidInputException;

/**
 * Bounds what the lists of one row may have together: where they begin and end is what a source
 * says, and a few bytes say a billion. For one thread.
 */
public final class RowBudget {

    public static final int MAX_ELEMENTS = 1 << 20;

    /** What is said of a row that has more. */
    public static final String EXCEEDED =
            "the lists of this row have more than "
                    + MAX_ELEMENTS
                    + " elements; write less into a row";

    private int left = MAX_ELEMENTS;

    /** Another row begins. */
    public void refill() {
        left = MAX_ELEMENTS;
    }

    /** Whether there is room for one more, which then is taken. */
    public boolean takeOne() {
        return left > 0 && left-- > 0;
    }

    /** Takes so many; refuses a row that has too many. */
    void take(int elements) {
        if (elements < 0 || elements > left) {
            throw new InvalidInputException("", EXCEEDED);
        }
        left -= elements;
    }
}
