package dev.alluvium.query.ingest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The rows of an import that are lines of JSON; blank lines are none. */
final class NdjsonRows implements ImportRows {

    private final NdjsonLines lines;
    private final String app;
    private final String user;

    /**
     * @param app of the lines that name none, or null
     * @param user of the lines that name none, or null
     */
    NdjsonRows(InputStream in, String app, String user) {
        lines = new NdjsonLines(in);
        this.app = app;
        this.user = user;
    }

    @Override
    public boolean next() throws IOException {
        boolean found = lines.next();
        while (found && !lines.tooLong() && lines.blank()) {
            found = lines.next();
        }
        return found;
    }

    @Override
    public long number() {
        return lines.number();
    }

    @Override
    public ImportRow read(MemoryId recent) {
        if (lines.tooLong()) {
            throw new InvalidInputException(
                    "", "the line has more than " + NdjsonLines.MAX_LINE_BYTES + " bytes (4 MiB)");
        }
        return ImportRow.read(parsed(), app, user, recent);
    }

    @Override
    public int bytes() {
        return lines.length();
    }

    private JsonNode parsed() {
        try {
            return Json.MAPPER.readTree(lines.buffer(), lines.start(), lines.length());
        } catch (JsonProcessingException e) {
            throw Json.malformed(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
