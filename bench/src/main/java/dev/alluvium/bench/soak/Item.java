package dev.alluvium.bench.soak;

/** One record, turn or fact, and what is known of it. Guarded by its ledger. */
final class Item {

    /** Whether it is there. */
    enum Fate {
        /** Acknowledged, and not deleted. */
        THERE,
        /** Its deletion is acknowledged. */
        GONE,
        /** A write of it is under way, or went without an answer. */
        UNSURE
    }

    /** What it is. */
    enum Sort {
        RECORD,
        TURN,
        OBSERVATION,
        RELATION
    }

    final String id;
    final Sort sort;
    Fate fate = Fate.UNSURE;

    /** What it says; null where an update went without an answer. */
    String content;

    /** When its deletion was acknowledged, by the ledger's clock. */
    long goneAt = Long.MAX_VALUE;

    Item(String id, Sort sort, String content) {
        this.id = id;
        this.sort = sort;
        this.content = content;
    }
}
