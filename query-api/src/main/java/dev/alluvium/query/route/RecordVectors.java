package dev.alluvium.query.route;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.read.Reader;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.query.GetRecord;
import dev.alluvium.state.query.GetRecord.Found;
import dev.alluvium.state.record.RecordJson;
import java.time.Duration;
import java.util.List;

/** Adds to rendered records the vectors that searches leave out. */
final class RecordVectors {

    private final Reader reader;

    RecordVectors(Reader reader) {
        this.reader = reader;
    }

    /** Puts {@code vector} into each of the record objects that has one. */
    void add(MemoryId memory, Iterable<JsonNode> records, Duration timeout) {
        for (JsonNode record : records) {
            Found found =
                    reader.ask(
                                    memory,
                                    new GetRecord(record.path("id").asText()),
                                    List.of(),
                                    timeout)
                            .value();
            if (found != null) {
                RecordJson.putVector((ObjectNode) record, "vector", found.vector());
            }
        }
    }
}
