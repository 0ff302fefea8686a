package dev.alluvium.query.route;

import dev.alluvium.query.http.Parameters;
import dev.alluvium.state.recall.RecordFilter;
import dev.alluvium.state.scope.Scope;
import java.time.Instant;
import java.util.List;

/**
 * Which records a listing sees, as query parameters say it; read once for each call. Without times
 * it is the current versions of all, whenever they hold: a listing is an inventory.
 */
final class Filters {

    private final List<String> categories;
    private final String source;
    private final boolean includePrivate;
    private final Instant asOf;
    private final Instant knownAt;

    Filters(Parameters parameters) {
        List<String> named = parameters.texts("categories");
        categories = named.isEmpty() ? null : named;
        source = parameters.text("source");
        includePrivate = parameters.flag("include_private");
        asOf = parameters.instant("as_of");
        knownAt = parameters.instant("known_at");
    }

    RecordFilter in(List<Scope> scopes) {
        return new RecordFilter(scopes, categories, source, includePrivate, asOf, knownAt);
    }
}
