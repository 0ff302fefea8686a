package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Reads the rows of an export, and knows when the server broke off. */
final class ExportedRows {

    private ExportedRows() {}

    /** Takes one row. */
    @FunctionalInterface
    interface Taker {
        void take(ObjectNode row) throws IOException;
    }

    static void read(InputStream in, Taker taker) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            ObjectNode row = (ObjectNode) Json.MAPPER.readTree(line);
            if (row.has("problem")) {
                throw brokenOff(row);
            }
            taker.take(row);
        }
    }

    /** What a row that holds a problem means. */
    static IOException brokenOff(ObjectNode row) {
        String title = row.at("/problem/title").asText();
        return new IOException(
                "the export is not whole, the server broke off: "
                        + row.at("/problem/detail").asText(title));
    }
}
