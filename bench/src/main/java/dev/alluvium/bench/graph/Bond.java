package dev.alluvium.bench.graph;

import java.util.Locale;

/** Types of relations, most common first, and what they lead from and to. */
enum Bond {
    WORKS_AT(Kind.PERSON, Kind.ORGANISATION),
    LIVES_IN(Kind.PERSON, Kind.PLACE),
    KNOWS(Kind.PERSON, Kind.PERSON),
    FRIEND_OF(Kind.PERSON, Kind.PERSON),
    VISITED(Kind.PERSON, Kind.PLACE),
    TAKES_PART_IN(Kind.PERSON, Kind.PROJECT),
    MEMBER_OF(Kind.PERSON, Kind.ORGANISATION),
    LOCATED_IN(Kind.ORGANISATION, Kind.PLACE),
    STUDIED_AT(Kind.PERSON, Kind.ORGANISATION),
    REPORTS_TO(Kind.PERSON, Kind.PERSON),
    RUN_BY(Kind.PROJECT, Kind.ORGANISATION),
    PARENT_OF(Kind.PERSON, Kind.PERSON),
    MARRIED_TO(Kind.PERSON, Kind.PERSON),
    PARTNER_OF(Kind.ORGANISATION, Kind.ORGANISATION),
    SUPPLIES(Kind.ORGANISATION, Kind.ORGANISATION),
    TAKES_PLACE_IN(Kind.PROJECT, Kind.PLACE);

    final Kind from;
    final Kind to;

    Bond(Kind from, Kind to) {
        this.from = from;
        this.to = to;
    }

    String type() {
        return name().toLowerCase(Locale.ROOT);
    }
}
