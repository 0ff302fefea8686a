package dev.alluvium.cli.client;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows under headings, in columns as wide as what stands in them; the last column takes the rest of
 * the width and wraps.
 */
final class Table {

    private static final String GAP = "  ";
    private static final int MAX_CELL_COLUMNS = 28;
    private static final int MIN_LAST_COLUMNS = 20;
    private static final int MAX_CELL_LINES = 4;

    private final List<String> headings;
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... headings) {
        this.headings = List.of(headings);
    }

    void row(String... cells) {
        if (cells.length != headings.size()) {
            throw new IllegalArgumentException(
                    cells.length + " cells for " + headings.size() + " columns");
        }
        rows.add(List.of(cells).stream().map(TextWidth::oneLine).toList());
    }

    /** The lines of the table, none wider than {@code columns}. */
    List<String> lines(int columns) {
        int last = headings.size() - 1;
        int[] widths = IntStream.range(0, last).map(this::width).toArray();
        int used = IntStream.of(widths).map(width -> width + GAP.length()).sum();
        int rest = Math.max(MIN_LAST_COLUMNS, columns - used);
        List<String> lines = new ArrayList<>();
        add(lines, headings, widths, rest);
        rows.forEach(row -> add(lines, row, widths, rest));
        return lines;
    }

    private static void add(List<String> lines, List<String> row, int[] widths, int rest) {
        StringBuilder first = new StringBuilder();
        StringBuilder indent = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            first.append(TextWidth.pad(TextWidth.cut(row.get(i), widths[i]), widths[i]))
                    .append(GAP);
            indent.append(" ".repeat(widths[i])).append(GAP);
        }
        List<String> wrapped = TextWidth.wrap(row.get(widths.length), rest, MAX_CELL_LINES);
        for (int i = 0; i < wrapped.size(); i++) {
            lines.add(((i == 0 ? first : indent) + wrapped.get(i)).stripTrailing());
        }
    }

    private int width(int column) {
        int widest = rows.stream().mapToInt(row -> TextWidth.of(row.get(column))).max().orElse(0);
        return Math.min(MAX_CELL_COLUMNS, Math.max(widest, TextWidth.of(headings.get(column))));
    }
}
