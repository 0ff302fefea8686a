package dev.alluvium.state.change;

import dev.alluvium.state.Position;
import dev.alluvium.state.bitemporal.Timeline;
import dev.alluvium.state.decide.Pending;
import dev.alluvium.state.decide.Undistilled;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.record.MemoryRecord;
import java.util.List;

/**
 * One row of a memory to put or delete in keyed state, as the core decided. Every change is
 * idempotent: putting a row again leaves the same memory, which is what lets a view be loaded while
 * writes go on. A row is found by its ordinal, a number counted up per memory from 0; each version
 * of a record is a row of its own.
 */
public sealed interface Change {

    /**
     * Puts one version of a record.
     *
     * @param vector unit-norm embedding of its content; null keeps what is there (or none, for a
     *     new row)
     */
    record PutRecord(long ordinal, MemoryRecord record, float[] vector) implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.putRecord(this);
        }
    }

    /** Deletes one version of a record, with its vector. */
    record DeleteRecord(long ordinal) implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.deleteRecord(this);
        }
    }

    /** Sets which rows hold the versions of a record, oldest first; none deletes the entry. */
    record IndexRecord(String id, long[] ordinals) implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.indexRecord(this);
        }
    }

    /** Sets which current records have a text with this fingerprint; none deletes the entry. */
    record IndexFingerprint(String fingerprint, long[] ordinals) implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.indexFingerprint(this);
        }
    }

    /** Puts a turn; {@code vectors} as in its draft, unit-norm. */
    record PutTurn(long ordinal, Turn turn, List<float[]> vectors) implements Change {
        public PutTurn {
            vectors = List.copyOf(vectors);
        }

        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.putTurn(this);
        }
    }

    record DeleteTurn(long ordinal) implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.deleteTurn(this);
        }
    }

    /** Sets which row holds the turn of this key; -1 deletes the entry. */
    record IndexTurn(String key, long ordinal) implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.indexTurn(this);
        }
    }

    /** Puts an entity of the graph. */
    record PutEntity(long ordinal, Entity entity) implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.putEntity(this);
        }
    }

    record DeleteEntity(long ordinal) implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.deleteEntity(this);
        }
    }

    /**
     * Puts a fact of the graph, with all its versions.
     *
     * @param vector unit-norm embedding of what it says; null keeps what is there, and an empty one
     *     removes it
     */
    record PutFact(long ordinal, Fact fact, float[] vector) implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.putFact(this);
        }
    }

    record DeleteFact(long ordinal) implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.deleteFact(this);
        }
    }

    /** Sets which entities or facts a key of the graph stands for; none deletes the entry. */
    record IndexGraph(String key, long[] ordinals) implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.indexGraph(this);
        }
    }

    /** Puts a timeline of something single-valued, or a page of one; null deletes it. */
    record PutTimeline(String key, Timeline timeline) implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.putTimeline(this);
        }
    }

    /** Keeps what a command with this idempotency key was answered. */
    record PutAnswer(String idempotencyKey, CommandOutcome outcome) implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.putAnswer(this);
        }
    }

    /** Notes what a save leaves open until it is decided; null deletes the note. */
    record PutPending(Position of, Pending pending) implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.putPending(this);
        }
    }

    /** Notes which turns of a session are not distilled yet; null deletes the note. */
    record PutUndistilled(String session, Undistilled undistilled) implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.putUndistilled(this);
        }
    }

    /**
     * Deletes the vectors of all records and facts; those of turns, which stand in their rows, are
     * stale from then on. A view that holds vectors is let go, and loaded anew.
     */
    record DropVectors() implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.dropVectors(this);
        }
    }

    /** Deletes every row of the memory, its header excepted. */
    record Clear() implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.clear(this);
        }
    }

    /** Puts the header; the last change of every command. */
    record PutHeader(MemoryHeader header) implements Change {
        @Override
        public <X extends Exception> void match(Visitor<X> visitor) throws X {
            visitor.putHeader(this);
        }
    }

    <X extends Exception> void match(Visitor<X> visitor) throws X;

    /**
     * One case for each kind of row.
     *
     * @param <X> what a case may fail with, as writing to keyed state may
     */
    interface Visitor<X extends Exception> {
        void putRecord(PutRecord change) throws X;

        void deleteRecord(DeleteRecord change) throws X;

        void indexRecord(IndexRecord change) throws X;

        void indexFingerprint(IndexFingerprint change) throws X;

        void putTurn(PutTurn change) throws X;

        void deleteTurn(DeleteTurn change) throws X;

        void indexTurn(IndexTurn change) throws X;

        void putEntity(PutEntity change) throws X;

        void deleteEntity(DeleteEntity change) throws X;

        void putFact(PutFact change) throws X;

        void deleteFact(DeleteFact change) throws X;

        void indexGraph(IndexGraph change) throws X;

        void putTimeline(PutTimeline change) throws X;

        void putAnswer(PutAnswer change) throws X;

        void putPending(PutPending change) throws X;

        void putUndistilled(PutUndistilled change) throws X;

        void dropVectors(DropVectors change) throws X;

        void clear(Clear change) throws X;

        void putHeader(PutHeader change) throws X;
    }
}
