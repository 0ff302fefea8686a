package dev.alluvium.bench.soak;

import java.util.Locale;
import java.util.Random;

/** What the load consists of; of a hundred steps each kind takes its share. */
enum Kind {
    REMEMBER_VECTOR(14),
    REMEMBER_TEXT(3),
    LOG_TURNS(9),
    OBSERVE(8),
    RELATE(4),
    UPDATE(5),
    FORGET(3),
    REMEMBER_ONCE(1),
    ERASE(1),
    RECALL_WORDS(10),
    RECALL_VECTOR(12),
    RECALL_TEXT(2),
    LIST(8),
    AS_OF(5),
    SEARCH_GRAPH(6),
    PROFILE(3),
    LIST_TURNS(4),
    READ_FORGOTTEN(2),
    /** Follows a write, through the other query-api. */
    READ_OWN(0);

    private static final int ALL = 100;

    private final int share;

    Kind(int share) {
        this.share = share;
    }

    static Kind any(Random random) {
        int at = random.nextInt(ALL);
        for (Kind kind : values()) {
            at -= kind.share;
            if (at < 0) {
                return kind;
            }
        }
        throw new IllegalStateException("the shares of all kinds are not " + ALL);
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
