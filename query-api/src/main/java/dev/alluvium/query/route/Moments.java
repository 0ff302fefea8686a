package dev.alluvium.query.route;

import dev.alluvium.query.http.Parameters;
import dev.alluvium.state.graph.read.When;
import dev.alluvium.state.json.Fields;
import java.time.Instant;

/** Where on both time axes a request wants the graph looked at; now where it does not say. */
final class Moments {

    private Moments() {}

    static When of(Parameters parameters) {
        return new When(parameters.instant("as_of"), parameters.instant("known_at"), Instant.now());
    }

    static When of(Fields fields) {
        return new When(fields.instant("as_of"), fields.instant("known_at"), Instant.now());
    }
}
