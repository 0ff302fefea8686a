package dev.alluvium.state;

/**
 * Where a command stands in the log: a partition and an offset in it, both from 0, written {@code
 * 3:1289}.
 */
public record Position(int partition, long offset) {

    public Position {
        if (partition < 0 || offset < 0) {
            throw new IllegalArgumentException(
                    "position "
                            + partition
                            + ":"
                            + offset
                            + " is negative; partition and offset count from 0");
        }
    }

    public static Position parse(String text) {
        int colon = text.indexOf(':');
        try {
            return new Position(
                    Integer.parseInt(text.substring(0, Math.max(colon, 0))),
                    Long.parseLong(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "position \"" + text + "\" is not partition:offset, for example 3:1289", e);
        }
    }

    @Override
    public String toString() {
        return partition + ":" + offset;
    }
}
