package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.Version;

/** Says fast which versions a moment shows. */
final class Lens {

    private final Moment moment;
    private final boolean isNow;
    private final long asOf;
    private final long knownAt;

    Lens(Moment moment) {
        this.moment = moment;
        this.isNow = moment.knownAt() == null;
        this.asOf = Micros.of(moment.asOf());
        this.knownAt = isNow ? 0 : Micros.of(moment.knownAt());
    }

    Moment moment() {
        return moment;
    }

    /** Whether the memory believed it. */
    boolean knows(VersionRow row) {
        if (isNow) {
            return row.version().isBelieved();
        }
        if (knownAt == row.knownFrom() || knownAt == row.knownTo()) {
            return row.version().isKnownAt(moment.knownAt());
        }
        return row.knownFrom() < knownAt && knownAt < row.knownTo();
    }

    /** Whether it was true. */
    boolean isValid(VersionRow row) {
        if (asOf == row.validFrom() || asOf == row.validTo()) {
            Version<?> version = row.version();
            return version.valid().contains(moment.asOf());
        }
        return row.validFrom() < asOf && asOf < row.validTo();
    }

    boolean holds(VersionRow row) {
        return isValid(row) && knows(row);
    }
}
