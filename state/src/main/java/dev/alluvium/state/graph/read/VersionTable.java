package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.column.Pages;

/**
 * The versions of facts as numbers that a search looks at, each in a slot of its own: which fact it
 * is of, which entities it names, and its times in {@link Ticks}. One thread writes; a removed
 * version stays in its slot as one that was never known.
 */
final class VersionTable {

    static final int NONE = -1;

    /** The end of the known time of a version that is gone: before all that is known. */
    private static final long REMOVED = Long.MIN_VALUE;

    private static final int PAGE_BYTES = Pages.SLOTS * (4 * Long.BYTES + 3 * Integer.BYTES) + 180;

    private final Pages<Page> pages = new Pages<>(Page::new, Page::copy);

    /**
     * @param fact the slot of the fact
     * @param subject the slot of the entity it is about
     * @param target the slot of the entity a relation leads to, or {@link #NONE}
     */
    int add(int fact, int subject, int target, Version<?> version) {
        int slot = pages.grow();
        Page page = pages.of(slot);
        int at = slot % Pages.SLOTS;
        page.facts[at] = fact;
        page.subjects[at] = subject;
        page.targets[at] = target;
        page.validFrom[at] = Ticks.of(version.valid().from());
        page.validTo[at] = Ticks.ofEnd(version.valid().to());
        page.knownFrom[at] = Ticks.of(version.known().from());
        page.knownTo[at] = Ticks.ofEnd(version.known().to());
        return slot;
    }

    /** Takes over a version of another table, with its places in other columns. */
    int copy(Bound from, int slot, int fact, int subject, int target) {
        int copied = pages.grow();
        Page page = pages.of(copied);
        int at = copied % Pages.SLOTS;
        page.facts[at] = fact;
        page.subjects[at] = subject;
        page.targets[at] = target;
        page.validFrom[at] = from.validFrom(slot);
        page.validTo[at] = from.validTo(slot);
        page.knownFrom[at] = from.knownFrom(slot);
        page.knownTo[at] = from.knownTo(slot);
        return copied;
    }

    /** Moves the end of the known interval, or takes it away. */
    void close(int slot, Version<?> version) {
        pages.own(slot).knownTo[slot % Pages.SLOTS] = Ticks.ofEnd(version.known().to());
    }

    void remove(int slot) {
        pages.own(slot).knownTo[slot % Pages.SLOTS] = REMOVED;
    }

    int size() {
        return pages.size();
    }

    long bytes() {
        return (long) PAGE_BYTES * pages.count();
    }

    /** The versions as they are now, for good. */
    Bound bound() {
        return new Bound(pages.share(), pages.size());
    }

    /** The versions of one time, for any thread. */
    static final class Bound {

        private final Object[] pages;
        private final int size;

        private Bound(Object[] pages, int size) {
            this.pages = pages;
            this.size = size;
        }

        int size() {
            return size;
        }

        int fact(int slot) {
            return page(slot).facts[slot % Pages.SLOTS];
        }

        int subject(int slot) {
            return page(slot).subjects[slot % Pages.SLOTS];
        }

        /** {@link #NONE} for an observation. */
        int target(int slot) {
            return page(slot).targets[slot % Pages.SLOTS];
        }

        boolean isRelation(int slot) {
            return target(slot) != NONE;
        }

        /** The other end of a relation; of one from an entity to itself that entity. */
        int otherEnd(int slot, int entity) {
            int subject = subject(slot);
            return subject == entity ? target(slot) : subject;
        }

        long validFrom(int slot) {
            return page(slot).validFrom[slot % Pages.SLOTS];
        }

        long validTo(int slot) {
            return page(slot).validTo[slot % Pages.SLOTS];
        }

        long knownFrom(int slot) {
            return page(slot).knownFrom[slot % Pages.SLOTS];
        }

        long knownTo(int slot) {
            return page(slot).knownTo[slot % Pages.SLOTS];
        }

        boolean isRemoved(int slot) {
            return knownTo(slot) == REMOVED;
        }

        private Page page(int slot) {
            return Pages.page(pages, slot);
        }
    }

    private static final class Page {

        private final int[] facts;
        private final int[] subjects;
        private final int[] targets;
        private final long[] validFrom;
        private final long[] validTo;
        private final long[] knownFrom;
        private final long[] knownTo;

        Page() {
            facts = new int[Pages.SLOTS];
            subjects = new int[Pages.SLOTS];
            targets = new int[Pages.SLOTS];
            validFrom = new long[Pages.SLOTS];
            validTo = new long[Pages.SLOTS];
            knownFrom = new long[Pages.SLOTS];
            knownTo = new long[Pages.SLOTS];
        }

        /** Only the end of known time ever changes, so copies share the rest. */
        private Page(Page of) {
            facts = of.facts;
            subjects = of.subjects;
            targets = of.targets;
            validFrom = of.validFrom;
            validTo = of.validTo;
            knownFrom = of.knownFrom;
            knownTo = of.knownTo.clone();
        }

        static Page copy(Page of) {
            return new Page(of);
        }
    }
}
