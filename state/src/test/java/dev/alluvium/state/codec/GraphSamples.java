package dev.alluvium.state.codec;

import dev.alluvium.state.bitemporal.End;
import dev.alluvium.state.bitemporal.History;
import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.bitemporal.Known;
import dev.alluvium.state.bitemporal.Statement;
import dev.alluvium.state.bitemporal.Statement.Standing;
import dev.alluvium.state.bitemporal.Timeline;
import dev.alluvium.state.bitemporal.Timeline.Mark;
import dev.alluvium.state.bitemporal.Timeline.Page;
import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Declaration;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.Provenance;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Rows of a graph with every field filled, and with as few as there may be. */
final class GraphSamples {

    private static final Instant AT = Instant.parse("2026-05-08T10:56:00.123456789Z");

    private static final Instant EARLY = Instant.parse("-0044-03-15T00:00:00Z");

    private static final Claim CLAIM = new Claim.Observation(300, "timezone", "CET é李أ 𝄞");

    private static final Claim RELATION = new Claim.Relation(1L << 33, "works at", 0);

    static final Map<String, Entity> ENTITIES =
            Map.of(
                    "entity",
                    new Entity(
                            "e-1",
                            "Zoë 李",
                            List.of(
                                    new Known<>("general", new Interval(AT, AT.plusSeconds(1))),
                                    Known.since("person", AT.plusSeconds(1))),
                            List.of(
                                    new Known<>("Z", new Interval(AT, AT.plusSeconds(2))),
                                    Known.since("Zoé \"quoted\" / 𝄞", AT.plusSeconds(3))),
                            List.of(
                                    new Known<>(1L << 33, new Interval(AT, AT.plusSeconds(4))),
                                    Known.since(0L, AT.plusSeconds(5))),
                            AT,
                            AT.plusSeconds(5),
                            129,
                            List.of(
                                    new Declaration("rworks at", List.of()),
                                    new Declaration("o時區", List.of(1L << 33, 0L)))),
                    "bare-entity",
                    Entity.of("e-2", "x", Entity.GENERAL, AT));

    static final Map<String, Fact> FACTS =
            Map.of(
                    "fact",
                    new Fact(
                            "f-1",
                            CLAIM,
                            true,
                            List.of(
                                    new Statement<>(
                                            new Claim.Observation(300, "timezone", "UTC"),
                                            new Interval(EARLY, AT),
                                            AT,
                                            List.of(
                                                    new Provenance("ann", "s", "t", "r", 0.5),
                                                    Provenance.NONE),
                                            Standing.WITHDRAWN),
                                    new Statement<>(
                                            CLAIM,
                                            Interval.since(AT),
                                            AT.plusSeconds(1),
                                            List.of(new Provenance(null, "s2", null, null, 1.0)),
                                            Standing.STANDS),
                                    new Statement<>(
                                            CLAIM,
                                            Interval.since(AT.plusSeconds(5)),
                                            AT.plusSeconds(1),
                                            List.of(Provenance.NONE),
                                            Standing.ENDED)),
                            List.of(
                                    new End(AT.plusSeconds(3), null, "f-2"),
                                    new End(AT.plusSeconds(4), AT.plusSeconds(9), null)),
                            new History<>(
                                    List.of(
                                            new Version<>(
                                                    new Claim.Observation(300, "timezone", "UTC"),
                                                    new Interval(EARLY, AT),
                                                    new Interval(AT, AT.plusSeconds(1)),
                                                    "corrected"),
                                            new Version<>(
                                                    CLAIM,
                                                    Interval.since(EARLY),
                                                    new Interval(
                                                            AT.plusSeconds(1), AT.plusSeconds(2)),
                                                    "ended"),
                                            new Version<>(
                                                    CLAIM,
                                                    new Interval(EARLY, AT.plusSeconds(3)),
                                                    Interval.since(AT.plusSeconds(2)),
                                                    null))),
                            "f-0",
                            "f-2"),
                    "relation",
                    new Fact(
                            "f-3",
                            RELATION,
                            false,
                            List.of(
                                    new Statement<>(
                                            RELATION,
                                            Interval.since(AT),
                                            AT,
                                            List.of(Provenance.NONE),
                                            Standing.STANDS)),
                            List.of(),
                            new History<>(
                                    List.of(
                                            new Version<>(
                                                    new Claim.Relation(7, "works at", 7),
                                                    Interval.since(AT),
                                                    new Interval(AT, AT.plusSeconds(1)),
                                                    "merged"),
                                            new Version<>(
                                                    RELATION,
                                                    Interval.since(AT),
                                                    Interval.since(AT.plusSeconds(1)),
                                                    null))),
                            null,
                            null));

    static final Map<String, Timeline> TIMELINES =
            Map.of(
                    "timeline",
                    Timeline.of(
                            List.of(
                                    new Mark(EARLY, AT, "ab", 128),
                                    new Mark(AT, AT.plusSeconds(1), "", 0))),
                    "timeline-of-pages",
                    Timeline.ofPages(
                            List.of(
                                    new Page(new Mark(EARLY, AT, "ab", 128), 0),
                                    new Page(new Mark(AT, AT, "cd", 1), 300))),
                    "empty-timeline",
                    Timeline.EMPTY);

    private GraphSamples() {}
}
