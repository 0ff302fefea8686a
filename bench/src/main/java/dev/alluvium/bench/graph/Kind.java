package dev.alluvium.bench.graph;

import java.util.Locale;
import java.util.Random;

/** What an entity of the world is, and how often. */
enum Kind {
    PERSON(60),
    PLACE(15),
    ORGANISATION(15),
    PROJECT(10);

    private final int share;

    Kind(int share) {
        this.share = share;
    }

    static Kind any(Random random) {
        int at = random.nextInt(100);
        for (Kind kind : values()) {
            at -= kind.share;
            if (at < 0) {
                return kind;
            }
        }
        throw new IllegalStateException("the shares do not add up to 100");
    }

    String type() {
        return name().toLowerCase(Locale.ROOT);
    }

    String name(Language language, Random random) {
        return switch (this) {
            case PERSON -> language.person(random);
            case PLACE -> language.place(random);
            case ORGANISATION -> language.organisation(random);
            case PROJECT -> language.project(random);
        };
    }
}
