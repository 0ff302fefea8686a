package dev.alluvium.query.route;

import dev.alluvium.query.columns.ArrowWriter;
import dev.alluvium.query.columns.OutColumn;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Columns;
import dev.alluvium.query.read.Reader;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.query.ExportRows.Page;
import dev.alluvium.state.query.GetRecord.Found;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Streams the records of a memory, or its turns, as columns that an import reads back. One batch is
 * in memory at a time. A stream that breaks off ends with its connection.
 */
final class ColumnExport {

    private static final int BATCH_ROWS = 1_000;

    private final Reader reader;

    ColumnExport(Reader reader) {
        this.reader = reader;
    }

    /**
     * @param dimension of the vectors of records; 0 to leave them out
     */
    void write(Call call, Who who, ExportWish wish, int dimension, Duration wait)
            throws IOException {
        // Asked for before the answer begins: a failure is still a problem answer.
        Page first = reader.ask(call, wish.rows(BATCH_ROWS), wait);
        UnaryOperator<Page> next =
                page ->
                        reader.ask(call.memory(), wish.after(page, BATCH_ROWS), List.of(), wait)
                                .value();
        if (wish.records()) {
            List<OutColumn<Found>> columns = RecordColumns.ofRecords(call, dimension);
            stream(call, columns, first, page -> seen(call, who, page), next);
        } else {
            List<OutColumn<Turn>> columns = RecordColumns.ofTurns(call.memory());
            stream(call, columns, first, page -> seen(call, page), next);
        }
    }

    private static List<Found> seen(Call call, Who who, Page page) {
        return page.records().stream().filter(found -> who.sees(call, found.record())).toList();
    }

    private static List<Turn> seen(Call call, Page page) {
        return call.view().isWhole() ? page.turns() : List.of();
    }

    private static <T> void stream(
            Call call,
            List<OutColumn<T>> columns,
            Page first,
            Function<Page, List<T>> rows,
            UnaryOperator<Page> next)
            throws IOException {
        OutputStream out = new BufferedOutputStream(Columns.begin(call.context()), 64 * 1024);
        try (ArrowWriter<T> writer = new ArrowWriter<>(out, columns, Map.of())) {
            Page page = first;
            writer.write(rows.apply(page));
            while (!page.last()) {
                page = next.apply(page);
                writer.write(rows.apply(page));
            }
            writer.end();
            out.flush();
        } catch (RuntimeException e) {
            Columns.breakOff(call.context(), e);
        }
    }
}
