package dev.alluvium.query.deep;

import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.scope.Scope;
import java.util.ArrayList;
import java.util.List;

/**
 * The searches of one recall, none of which repeats another. The first is the caller's own, so that
 * the others can only add. Used by one thread.
 */
final class Itinerary {

    private final Search original;
    private final List<Search> made = new ArrayList<>();

    Itinerary(Search original) {
        this.original = original;
        made.add(original);
    }

    /**
     * The searches that an analysis asks for and that were not made.
     *
     * @param texts the sub-queries
     * @param scopes where they are searched; empty for everywhere the caller searches
     * @param period the time that is meant, searched for besides all times; or null
     */
    List<Search> analysed(List<String> texts, List<Scope> scopes, Interval period) {
        List<Search> searches = new ArrayList<>();
        texts.forEach(text -> propose(new Search(text, where(scopes), null), searches));
        if (period != null) {
            propose(new Search(original.text(), original.scopes(), period), searches);
            texts.forEach(text -> propose(new Search(text, where(scopes), period), searches));
        }
        return searches;
    }

    /**
     * The searches that missing evidence asks for and that were not made. Scopes without texts are
     * for what was searched so far, which then goes there too.
     */
    List<Search> explored(List<String> texts, List<Scope> scopes) {
        List<Search> searches = new ArrayList<>();
        texts.forEach(text -> propose(new Search(text, where(scopes), null), searches));
        if (texts.isEmpty() && !scopes.isEmpty()) {
            texts().forEach(text -> propose(new Search(text, scopes, null), searches));
        }
        return searches;
    }

    /** What was searched for, in order, each once. */
    List<String> texts() {
        return made.stream().map(Search::text).distinct().toList();
    }

    private List<Scope> where(List<Scope> scopes) {
        return scopes.isEmpty() ? original.scopes() : scopes;
    }

    private void propose(Search search, List<Search> searches) {
        if (made.stream().noneMatch(one -> one.covers(search))) {
            made.add(search);
            searches.add(search);
        }
    }
}
