package dev.alluvium.query.deep;

import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.scope.Scope;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One search of a recall. Whatever filters the caller gave hold for each beside it.
 *
 * @param scopes the branches searched, absolute
 * @param period the time that records are of; null for all times
 */
public record Search(String text, List<Scope> scopes, Interval period) {

    private static final Pattern SPACE = Pattern.compile("\\s+");

    public Search {
        scopes = List.copyOf(scopes);
    }

    /** Whether {@code other} can find nothing that this does not. */
    boolean covers(Search other) {
        return folded(text).equals(folded(other.text))
                && (period == null ? other.period == null : period.equals(other.period))
                && other.scopes.stream()
                        .allMatch(inner -> scopes.stream().anyMatch(own -> own.contains(inner)));
    }

    /** What two texts share that differ in writing only. */
    private static String folded(String text) {
        String composed = Normalizer.normalize(text, Normalizer.Form.NFKC);
        return SPACE.matcher(composed.strip()).replaceAll(" ").toLowerCase(Locale.ROOT);
    }
}
