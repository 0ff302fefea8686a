package dev.alluvium.state.recall;

import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.scope.Scope;
import java.util.List;

/**
 * What filters other than time look at. Records share few distinct facets, so a query judges each
 * facet once and each record by its facet's number.
 */
record Facet(Scope scope, List<String> categories, String source, boolean isPrivate) {

    static Facet of(MemoryRecord record) {
        return new Facet(record.scope(), record.categories(), record.source(), record.isPrivate());
    }

    boolean isWithin(List<Scope> scopes) {
        for (Scope branch : scopes) {
            if (branch.contains(scope)) {
                return true;
            }
        }
        return false;
    }

    boolean hasAny(List<String> wanted) {
        for (String category : categories) {
            if (wanted.contains(category)) {
                return true;
            }
        }
        return false;
    }
}
