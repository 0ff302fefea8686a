package dev.alluvium.state.recall;

import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.scope.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a recall looks for and how it ranks.
 *
 * @param text the query's words; empty gives the newest records
 * @param vector unit-norm embedding of the text, or null where there is none
 * @param scopes the branches searched, or null for all; a record in several counts once
 * @param categories any of these, or null for all
 * @param source only records of this source, and the one who asks; or null
 * @param limit most matches, 1 to 1000
 * @param defaults the process's options, which the memory's own overlay
 * @param overrides this request's options by name, over both
 * @param minScore matches below are left out, or null
 * @param asOf the instant in the world that matches must hold at; null is now, or the newest
 *     write's time where that is later
 * @param knownAt the instant whose knowledge is searched; null is what is known now
 * @param period only records that were noted, or began to hold, in it, their ages counted from its
 *     end if that is before {@code now}; null for those of all times
 * @param now the instant ages are counted from
 */
public record RecallRequest(
        String text,
        float[] vector,
        List<Scope> scopes,
        List<String> categories,
        String source,
        boolean includePrivate,
        int limit,
        Mode mode,
        MemoryOptions defaults,
        Map<String, String> overrides,
        Double minScore,
        Instant asOf,
        Instant knownAt,
        Interval period,
        Instant now) {

    /** This request for another text, elsewhere: with the same filters and the same rank. */
    public RecallRequest of(String other, float[] embedding, List<Scope> branches, Interval time) {
        return new RecallRequest(
                other,
                embedding,
                branches,
                categories,
                source,
                includePrivate,
                limit,
                mode,
                defaults,
                overrides,
                minScore,
                asOf,
                knownAt,
                time,
                now);
    }

    /** The instant ages are counted from. */
    Instant aged() {
        return period == null ? now : Interval.earlier(now, period.to());
    }

    /** Which signals make relevance. */
    public enum Mode {
        HYBRID,
        SEMANTIC,
        LEXICAL
    }
}
