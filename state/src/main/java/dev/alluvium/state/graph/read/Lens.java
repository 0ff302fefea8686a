package dev.alluvium.state.graph.read;

/** Says fast which versions of a view a moment shows. */
final class Lens {

    private final GraphView view;
    private final VersionTable.Bound versions;
    private final Moment moment;
    private final boolean isNow;
    private final long asOf;
    private final long knownAt;

    Lens(GraphView view, Moment moment) {
        this.view = view;
        this.versions = view.versions;
        this.moment = moment;
        this.isNow = moment.knownAt() == null;
        this.asOf = Ticks.of(moment.asOf());
        this.knownAt = isNow ? 0 : Ticks.of(moment.knownAt());
    }

    /** Whether the memory believed it; never one that is removed. */
    boolean knows(int version) {
        long to = versions.knownTo(version);
        if (isNow) {
            return to == Ticks.NEVER;
        }
        long from = versions.knownFrom(version);
        if (Ticks.isExact(knownAt) || knownAt != from && knownAt != to) {
            return from <= knownAt && knownAt < to;
        }
        return !versions.isRemoved(version) && view.version(version).isKnownAt(moment.knownAt());
    }

    /** Whether it was true; not for one that is removed. */
    boolean isValid(int version) {
        long from = versions.validFrom(version);
        long to = versions.validTo(version);
        if (Ticks.isExact(asOf) || asOf != from && asOf != to) {
            return from <= asOf && asOf < to;
        }
        return view.version(version).valid().contains(moment.asOf());
    }

    boolean holds(int version) {
        return knows(version) && isValid(version);
    }
}
