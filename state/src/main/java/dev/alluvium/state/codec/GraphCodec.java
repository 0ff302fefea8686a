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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The rows of a memory's graph as bytes; versioned as in {@link RowCodec}. */
public final class GraphCodec {

    private static final int ENTITY = 1;
    private static final int FACT = 1;
    private static final int TIMELINE = 1;

    private static final int OBSERVATION = 0;
    private static final int RELATION = 1;

    private GraphCodec() {}

    public static byte[] entity(Entity entity) {
        RowOutput out = new RowOutput(ENTITY, 96);
        out.text(entity.id());
        out.text(entity.name());
        known(out, entity.types(), out::text);
        known(out, entity.aliases(), out::text);
        known(out, entity.mergers(), out::count);
        out.instant(entity.created());
        out.instant(entity.touched());
        out.count(entity.links());
        list(
                out,
                entity.declared(),
                declaration -> {
                    out.text(declaration.slot());
                    list(out, declaration.carried(), out::count);
                });
        return out.bytes();
    }

    public static Entity entity(byte[] bytes) {
        RowInput in = new RowInput("entity", ENTITY, bytes);
        return new Entity(
                in.text(),
                in.text(),
                known(in, in::text),
                known(in, in::text),
                known(in, in::count),
                in.instant(),
                in.instant(),
                in.count(),
                list(in, () -> new Declaration(in.text(), list(in, in::count))));
    }

    public static byte[] fact(Fact fact) {
        RowOutput out = new RowOutput(FACT, 192);
        out.text(fact.id());
        fact.claim().match(new ClaimOutput(out));
        out.flag(fact.singleValued());
        out.text(fact.follows());
        out.text(fact.followedBy());
        Claim before = fact.claim();
        out.count(fact.statements().size());
        for (Statement<Claim, Provenance> statement : fact.statements()) {
            said(out, statement.said(), before);
            write(out, statement);
            before = statement.said();
        }
        list(out, fact.ends(), end -> write(out, end));
        before = fact.claim();
        out.count(fact.history().versions().size());
        for (Version<Claim> version : fact.history().versions()) {
            said(out, version.content(), before);
            interval(out, version.valid());
            interval(out, version.known());
            out.text(version.ended());
            before = version.content();
        }
        return out.bytes();
    }

    public static Fact fact(byte[] bytes) {
        RowInput in = new RowInput("fact", FACT, bytes);
        String id = in.text();
        Claim claim = claim(in);
        boolean singleValued = in.flag();
        String follows = in.text();
        String followedBy = in.text();
        List<Statement<Claim, Provenance>> statements = new ArrayList<>();
        Claim said = claim;
        for (long left = in.count(); left > 0; left--) {
            said = in.flag() ? said : claim(in);
            statements.add(statement(in, said));
        }
        List<End> ends = list(in, () -> new End(in.instant(), in.instant(), in.text()));
        List<Version<Claim>> versions = new ArrayList<>();
        said = claim;
        for (long left = in.count(); left > 0; left--) {
            said = in.flag() ? said : claim(in);
            versions.add(new Version<>(said, interval(in), interval(in), in.text()));
        }
        return new Fact(
                id,
                claim,
                singleValued,
                statements,
                ends,
                new History<>(versions),
                follows,
                followedBy);
    }

    public static byte[] timeline(Timeline timeline) {
        int marks = timeline.marks().size() + timeline.pages().size();
        RowOutput out = new RowOutput(TIMELINE, 4 + 64 * marks);
        list(out, timeline.marks(), mark -> write(out, mark));
        list(
                out,
                timeline.pages(),
                page -> {
                    write(out, page.first());
                    out.count(page.number());
                });
        return out.bytes();
    }

    public static Timeline timeline(byte[] bytes) {
        RowInput in = new RowInput("timeline", TIMELINE, bytes);
        return new Timeline(
                list(in, () -> mark(in)), list(in, () -> new Page(mark(in), in.count())));
    }

    private static void write(RowOutput out, Mark mark) {
        out.instant(mark.from());
        out.instant(mark.known());
        out.text(mark.value());
        out.count(mark.fact());
    }

    private static Mark mark(RowInput in) {
        return new Mark(in.instant(), in.instant(), in.text(), in.count());
    }

    private static void write(RowOutput out, End end) {
        out.instant(end.at());
        out.instant(end.until());
        out.text(end.by());
    }

    /** What is said, in full only where it is not what was said before. */
    private static void said(RowOutput out, Claim claim, Claim before) {
        boolean same = claim.equals(before);
        out.flag(same);
        if (!same) {
            claim.match(new ClaimOutput(out));
        }
    }

    private static void write(RowOutput out, Statement<Claim, Provenance> statement) {
        interval(out, statement.stated());
        out.instant(statement.known());
        out.byteValue(code(statement.standing()));
        list(
                out,
                statement.sources(),
                source -> {
                    out.text(source.source());
                    out.text(source.session());
                    out.text(source.turn());
                    out.text(source.record());
                    out.flag(source.confidence() != null);
                    if (source.confidence() != null) {
                        out.number(source.confidence());
                    }
                });
    }

    private static Statement<Claim, Provenance> statement(RowInput in, Claim said) {
        Interval stated = interval(in);
        Instant known = in.instant();
        Standing standing = standing(in.byteValue());
        return new Statement<>(said, stated, known, list(in, () -> provenance(in)), standing);
    }

    private static int code(Standing standing) {
        return switch (standing) {
            case WITHDRAWN -> 0;
            case STANDS -> 1;
            case ENDED -> 2;
        };
    }

    private static Standing standing(int code) {
        return switch (code) {
            case 0 -> Standing.WITHDRAWN;
            case 1 -> Standing.STANDS;
            case 2 -> Standing.ENDED;
            default -> throw new IllegalStateException("no statement stands as " + code);
        };
    }

    private static Provenance provenance(RowInput in) {
        return new Provenance(
                in.text(), in.text(), in.text(), in.text(), in.flag() ? in.number() : null);
    }

    private static Claim claim(RowInput in) {
        long kind = in.count();
        return kind == OBSERVATION
                ? new Claim.Observation(in.count(), in.text(), in.text())
                : new Claim.Relation(in.count(), in.text(), in.count());
    }

    private static void interval(RowOutput out, Interval interval) {
        out.instant(interval.from());
        out.instant(interval.to());
    }

    private static Interval interval(RowInput in) {
        return new Interval(in.instant(), in.instant());
    }

    private static <T> void known(RowOutput out, List<Known<T>> values, Consumer<T> write) {
        list(
                out,
                values,
                each -> {
                    write.accept(each.value());
                    interval(out, each.known());
                });
    }

    private static <T> List<Known<T>> known(RowInput in, Supplier<T> read) {
        return list(in, () -> new Known<>(read.get(), interval(in)));
    }

    private static <T> void list(RowOutput out, List<T> values, Consumer<T> write) {
        out.count(values.size());
        values.forEach(write);
    }

    private static <T> List<T> list(RowInput in, Supplier<T> read) {
        int size = (int) in.count();
        List<T> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            values.add(read.get());
        }
        return values;
    }

    private record ClaimOutput(RowOutput out) implements Claim.Visitor<Void> {

        @Override
        public Void observation(Claim.Observation observation) {
            out.count(OBSERVATION);
            out.count(observation.subject());
            out.text(observation.attribute());
            out.text(observation.text());
            return null;
        }

        @Override
        public Void relation(Claim.Relation relation) {
            out.count(RELATION);
            out.count(relation.subject());
            out.text(relation.type());
            out.count(relation.target());
            return null;
        }
    }
}
