package dev.alluvium.query.route;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.read.Reader;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.query.GetRecord;
import dev.alluvium.state.query.GetRecord.Found;
import dev.alluvium.state.recall.Match;
import dev.alluvium.state.record.RecordJson;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Adds to rendered records the vectors that searches leave out. */
final class RecordVectors {

    private final Reader reader;

    RecordVectors(Reader reader) {
        this.reader = reader;
    }

    /** Puts {@code vector} into each of the record objects that has one. */
    void add(MemoryId memory, Iterable<JsonNode> records, Duration timeout) {
        for (JsonNode record : records) {
            Found found = find(memory, record.path("id").asText(), timeout);
            if (found != null) {
                RecordJson.putVector((ObjectNode) record, "vector", found.vector());
            }
        }
    }

    /** The vectors of those matches that have one, by match. */
    Map<Match, float[]> of(MemoryId memory, List<Match> matches, Duration timeout) {
        Map<Match, float[]> vectors = new IdentityHashMap<>();
        for (Match match : matches) {
            Found found = find(memory, match.record().id(), timeout);
            if (found != null && found.vector() != null) {
                vectors.put(match, found.vector());
            }
        }
        return vectors;
    }

    private Found find(MemoryId memory, String id, Duration timeout) {
        return reader.ask(memory, new GetRecord(id), List.of(), timeout).value();
    }
}
