package dev.alluvium.cli.backfill;

import dev.alluvium.query.columns.ArrowRows;
import dev.alluvium.query.columns.RowKind;
import dev.alluvium.query.columns.RowSource;
import dev.alluvium.query.parquet.ParquetRows;
import dev.alluvium.state.json.InvalidInputException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.LongSupplier;

/**
 * A file, or standard input under the name {@code -}, opened so far that its beginning is known.
 */
final class Source implements Closeable {

    static final String STANDARD_INPUT = "-";

    /** Of a row group of Parquet, which stands on the heap before its pages are unpacked. */
    private static final long MAX_GROUP_BYTES = Runtime.getRuntime().maxMemory() / 10 * 6;

    private final String name;
    private final Path file;
    private final Input input;

    private Source(String name, Path file, Input input) {
        this.name = name;
        this.file = file;
        this.input = input;
    }

    static Source open(String name, InputStream standardInput) throws IOException {
        if (name.equals(STANDARD_INPUT)) {
            return new Source("standard input", null, Input.of(standardInput));
        }
        Path file = Path.of(name);
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new IOException(
                    "cannot read " + name + "; give a readable file, or - for standard input");
        }
        return new Source(name, file, Input.open(file));
    }

    /** For people. */
    String name() {
        return name;
    }

    String head() {
        return input.head();
    }

    long totalBytes() throws IOException {
        return file == null ? -1 : Files.size(file);
    }

    /** Standard input can be read once only, so its progress is not kept. */
    ProgressFiles progressFiles() {
        return file == null
                ? new ProgressFiles(Path.of("stdin"), false)
                : new ProgressFiles(file, true);
    }

    /** The lines of it, beginning with the last acknowledged one, if there is one. */
    LineSource lines(Format format, Checkpoint from) throws IOException {
        long first = Math.max(1, from.line());
        return switch (format) {
            case JSONL, GRAPH_JSONL, MCP_MEMORY -> new JsonLines(input, first, from.lineStart());
            case LOCOMO -> new LocomoLines(plainFile(), first);
            case ARROW, PARQUET -> columnLines(columns(format, from.kind()), first);
        };
    }

    private LineSource columnLines(RowSource rows, long first) {
        LongSupplier bytesRead =
                rows instanceof ParquetRows parquet ? parquet::bytesRead : input::bytesRead;
        return new ColumnLines(rows, bytesRead, first);
    }

    /**
     * The rows of it, where its format is one of columns.
     *
     * @param kind of rows that name none; null: as the columns tell
     */
    RowSource columns(Format format, Kind kind) throws IOException {
        RowKind rowKind = kind == null ? null : RowKind.of(kind.member());
        try {
            if (format == Format.PARQUET) {
                return ParquetRows.open(plainFile(), rowKind, MAX_GROUP_BYTES);
            }
            return file != null && ArrowRows.isFile(file)
                    ? ArrowRows.openFile(file, rowKind)
                    : ArrowRows.open(input.stream(), rowKind);
        } catch (InvalidInputException e) {
            throw new IOException(name + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        input.close();
    }

    /** For formats that are not read from beginning to end. */
    private Path plainFile() throws IOException {
        if (file != null && !input.isPacked()) {
            return file;
        }
        Path plain = Files.createTempFile("alluvium-backfill", ".json");
        plain.toFile().deleteOnExit();
        Files.copy(input.stream(), plain, StandardCopyOption.REPLACE_EXISTING);
        return plain;
    }
}
