package dev.alluvium.state.core;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.change.Change.DropVectors;
import dev.alluvium.state.change.Change.PutFact;
import dev.alluvium.state.change.Change.PutRecord;
import dev.alluvium.state.change.Change.PutTurn;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.command.SetVectors;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.episode.TurnTexts;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.FactTexts;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.reembed.Reembedding;
import dev.alluvium.state.reembed.RowKind;
import dev.alluvium.state.reembed.RowVectors;
import dev.alluvium.state.reembed.VectorQuestion;
import dev.alluvium.state.reembed.VectorQuestion.Row;
import dev.alluvium.state.store.MemoryRows;
import dev.alluvium.state.vector.Units;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Has a memory embedded anew, a bounded number of rows after another: each command that brings
 * vectors asks for those of the next rows. What was written meanwhile has vectors already.
 */
final class Reembedder {

    private static final int MOST_ROWS = 128;

    /** No question has more texts than one that has so many characters without its last row. */
    private static final int ENOUGH_CHARACTERS = 256_000;

    /** Rows looked at by one command, whether they have vectors or not. */
    private static final int MOST_LOOKED_AT = 2_000;

    /** How far back the turn before another one of its session is looked for. */
    private static final int MOST_TURNS_BACK = 256;

    private final Draft draft;
    private final MemoryRows rows;
    private final MemoryId memory;
    private final Position position;
    private final Embedded embedded;
    private boolean dropped;

    /**
     * @param embedded what has vectors beside records
     */
    Reembedder(Draft draft, MemoryId memory, Position position, Embedded embedded) {
        this.draft = draft;
        this.rows = draft.base();
        this.memory = memory;
        this.position = position;
        this.embedded = embedded;
    }

    /**
     * Begins, or goes on where it has stopped; the first rows to embed, or null where none lack a
     * vector.
     *
     * @param anew whether vectors of the same model are made again, too
     */
    VectorQuestion begin(String embedder, boolean anew) {
        MemoryHeader header = draft.header();
        Reembedding before = header.reembedding();
        if (anew || !embedder.equals(header.embedder())) {
            draft.add(new DropVectors());
            dropped = true;
            draft.holdsNone(embedder);
            return next(Reembedding.begin(position, header.nextTurn()));
        }
        return next(
                before != null && before.isOpen()
                        ? before.askedBy(position)
                        : Reembedding.begin(position, 0));
    }

    /** Whether this is the answer that the memory waits for. */
    boolean isAwaited(SetVectors command) {
        Reembedding before = draft.header().reembedding();
        return before != null
                && before.isRunning()
                && command.of().equals(before.of())
                && command.kind() == before.kind()
                && command.embedder().equals(draft.header().embedder());
    }

    /** Takes the vectors; the next rows to embed, or null at the end. */
    VectorQuestion goOn(SetVectors command) {
        long given = 0;
        for (RowVectors row : command.rows()) {
            List<float[]> units =
                    row.vectors().stream().map(Units::unit).filter(Objects::nonNull).toList();
            if (give(command.kind(), row, units)) {
                draft.holds(units.get(0), command.embedder());
                given++;
            }
        }
        return next(
                draft.header()
                        .reembedding()
                        .plus(given)
                        .at(command.kind(), command.upTo())
                        .askedBy(position));
    }

    /** Stops until somebody asks again. */
    void stop(String why) {
        draft.reembedding(draft.header().reembedding().failed(why));
    }

    /** Whether the row has vectors now that it had not. */
    private boolean give(RowKind kind, RowVectors row, List<float[]> units) {
        return switch (kind) {
            case RECORDS -> giveRecord(row.ordinal(), units);
            case FACTS -> giveFact(row, units);
            case TURNS -> giveTurn(row.ordinal(), units);
        };
    }

    private boolean giveRecord(long ordinal, List<float[]> units) {
        MemoryRecord record = rows.record(ordinal);
        if (record == null || units.isEmpty() || hasVector(ordinal)) {
            return false;
        }
        draft.add(new PutRecord(ordinal, record, units.get(0)));
        return true;
    }

    /** A fact that was corrected meanwhile says something else. */
    private boolean giveFact(RowVectors row, List<float[]> units) {
        Fact fact = rows.fact(row.ordinal());
        if (fact == null
                || units.isEmpty()
                || factHasVector(row.ordinal())
                || !text(fact).equals(row.text())) {
            return false;
        }
        draft.add(new PutFact(row.ordinal(), fact, units.get(0)));
        return true;
    }

    /** Also without vectors, so that the row loses those of another model. */
    private boolean giveTurn(long ordinal, List<float[]> units) {
        Turn turn = rows.turn(ordinal);
        if (turn == null) {
            return false;
        }
        draft.add(new PutTurn(ordinal, turn, units));
        return !units.isEmpty();
    }

    /** Looks at the rows from where it stands. */
    private VectorQuestion next(Reembedding from) {
        List<Row> wanted = new ArrayList<>();
        Map<String, String> latest = null;
        RowKind kind = from.kind();
        long at = from.next();
        long first = -1;
        int characters = 0;
        for (int looked = 0;
                looked < MOST_LOOKED_AT
                        && wanted.size() < MOST_ROWS
                        && characters < ENOUGH_CHARACTERS;
                looked++) {
            while (kind != null && at >= end(kind, from) && wanted.isEmpty()) {
                kind = kind.next();
                at = kind == RowKind.TURNS ? draft.header().firstTurn() : 0;
            }
            if (kind == null || at >= end(kind, from)) {
                break;
            }
            if (kind == RowKind.TURNS && latest == null) {
                latest = saidBefore(at);
            }
            Row row = row(kind, at, from, latest);
            if (row != null) {
                first = first < 0 ? at : first;
                wanted.add(row);
                characters += row.texts().stream().mapToInt(String::length).sum();
            }
            at++;
        }
        // What is asked for counts as reached when it is answered.
        draft.reembedding(from.at(kind, wanted.isEmpty() ? at : first));
        return kind == null
                ? null
                : new VectorQuestion(memory, position, draft.header().embedder(), kind, at, wanted);
    }

    private long end(RowKind kind, Reembedding from) {
        return switch (kind) {
            case RECORDS -> draft.header().nextRecord();
            case FACTS -> embedded.facts() ? draft.header().graph().nextFact() : 0;
            case TURNS -> embedded.turns() ? draft.header().nextTurn() : from.staleTurns();
        };
    }

    /** The row, if it lacks a vector. */
    private Row row(RowKind kind, long at, Reembedding from, Map<String, String> latest) {
        return switch (kind) {
            case RECORDS -> {
                MemoryRecord record = rows.record(at);
                yield record == null || hasVector(at)
                        ? null
                        : new Row(at, List.of(record.content()));
            }
            case FACTS -> {
                Fact fact = rows.fact(at);
                yield fact == null || factHasVector(at) ? null : new Row(at, List.of(text(fact)));
            }
            case TURNS -> turnRow(at, from, latest);
        };
    }

    private boolean hasVector(long record) {
        return !dropped && rows.vector(record) != null;
    }

    private boolean factHasVector(long fact) {
        return !dropped && rows.factVector(fact) != null;
    }

    private Row turnRow(long at, Reembedding from, Map<String, String> latest) {
        Turn turn = rows.turn(at);
        if (turn == null) {
            return null;
        }
        String alone = TurnTexts.alone(turn);
        String before = latest.put(turn.session(), TurnTexts.before(alone));
        boolean has = !rows.turnVectors(at).isEmpty();
        boolean stale = has && from.isStale(at);
        if (has && !stale) {
            return null;
        }
        if (!embedded.turns()) {
            if (stale) {
                draft.add(new PutTurn(at, turn, List.of()));
            }
            return null;
        }
        return new Row(
                at,
                before == null ? List.of(alone) : List.of(alone, TurnTexts.pair(before, alone)));
    }

    /** What was said last in each session before a turn. */
    private Map<String, String> saidBefore(long turn) {
        Map<String, String> latest = new HashMap<>();
        long from = Math.max(draft.header().firstTurn(), turn - MOST_TURNS_BACK);
        for (long at = from; at < turn; at++) {
            Turn each = rows.turn(at);
            if (each != null) {
                latest.put(each.session(), TurnTexts.before(TurnTexts.alone(each)));
            }
        }
        return latest;
    }

    private String text(Fact fact) {
        return fact.claim()
                .match(
                        new Claim.Visitor<>() {
                            @Override
                            public String observation(Claim.Observation each) {
                                return FactTexts.observation(name(each.subject()), each.text());
                            }

                            @Override
                            public String relation(Claim.Relation each) {
                                return FactTexts.relation(
                                        name(each.subject()), each.type(), name(each.target()));
                            }
                        });
    }

    private String name(long entity) {
        Entity held = rows.entity(entity);
        return held == null ? "" : held.name();
    }
}
