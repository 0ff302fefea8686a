package dev.alluvium.state.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.episode.TurnJson;
import dev.alluvium.state.graph.read.ShownJson;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.query.MemoryMatches.Hit;
import dev.alluvium.state.query.MemoryMatches.Scored;
import dev.alluvium.state.record.RecordJson;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** What a search of a whole memory found, as JSON. */
public final class MatchesJson {

    private MatchesJson() {}

    public static ObjectNode write(MemoryMatches found, int limit) {
        ObjectNode json = Json.object();
        if (found.card() != null) {
            return json.put("card", found.card());
        }
        ArrayNode matches = json.putArray("matches");
        for (Scored scored : found.best(limit)) {
            Hit hit = scored.hit();
            String kind = hit.kind().name().toLowerCase(Locale.ROOT);
            ObjectNode match = matches.addObject();
            match.put("kind", kind);
            match.put("score", scored.score());
            match.put("at", hit.at().toString());
            match.set(kind, thing(hit));
        }
        return json.put("suppressed", found.suppressed());
    }

    private static ObjectNode thing(Hit hit) {
        return switch (hit.kind()) {
            case ENTITY -> ShownJson.write(hit.entity());
            case RECORD -> RecordJson.write(hit.record(), UnaryOperator.identity());
            case TURN -> TurnJson.write(hit.turn());
        };
    }
}
