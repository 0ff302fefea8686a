package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.Version;
import java.time.Instant;

/**
 * Where on both time axes the graph is looked at.
 *
 * @param asOf valid time
 * @param knownAt known time, or null for what is believed now
 */
public record Moment(Instant asOf, Instant knownAt) {

    public boolean shows(Version<?> version) {
        return version.holds(asOf, knownAt);
    }
}
