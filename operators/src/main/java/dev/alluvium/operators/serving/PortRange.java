package dev.alluvium.operators.serving;

import java.io.Serializable;

/** Ports to choose from, both ends included; 0 to 0 is any free one. */
public record PortRange(int first, int last) implements Serializable {

    public PortRange {
        if (first < 0 || last < first || last > 65_535) {
            throw new IllegalArgumentException(
                    "ports "
                            + first
                            + "-"
                            + last
                            + " are not a range in [0, 65535]; give one such as 7700-7799, or 0");
        }
    }

    /** A range such as {@code 7700-7799}, or one port. */
    public static PortRange parse(String text) {
        int dash = text.indexOf('-');
        try {
            int first =
                    Integer.parseInt(text.substring(0, dash < 0 ? text.length() : dash).strip());
            int last = dash < 0 ? first : Integer.parseInt(text.substring(dash + 1).strip());
            return new PortRange(first, last);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "ports \"" + text + "\" are not a range such as 7700-7799, or 0", e);
        }
    }

    @Override
    public String toString() {
        return first == last ? Integer.toString(first) : first + "-" + last;
    }
}
