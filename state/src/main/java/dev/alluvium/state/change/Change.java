package dev.alluvium.state.change;

import dev.alluvium.state.episode.Turn;
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
    record PutRecord(long ordinal, MemoryRecord record, float[] vector) implements Change {}

    /** Deletes one version of a record, with its vector. */
    record DeleteRecord(long ordinal) implements Change {}

    /** Sets which rows hold the versions of a record, oldest first; none deletes the entry. */
    record IndexRecord(String id, long[] ordinals) implements Change {}

    /** Sets which current records have a text with this fingerprint; none deletes the entry. */
    record IndexFingerprint(String fingerprint, long[] ordinals) implements Change {}

    /** Puts a turn; {@code vectors} as in its draft, unit-norm. */
    record PutTurn(long ordinal, Turn turn, List<float[]> vectors) implements Change {
        public PutTurn {
            vectors = List.copyOf(vectors);
        }
    }

    record DeleteTurn(long ordinal) implements Change {}

    /** Sets which row holds the turn of this key; -1 deletes the entry. */
    record IndexTurn(String key, long ordinal) implements Change {}

    /** Keeps what a command with this idempotency key was answered. */
    record PutAnswer(String idempotencyKey, dev.alluvium.state.outcome.CommandOutcome outcome)
            implements Change {}

    record DeleteAnswer(String idempotencyKey) implements Change {}

    /** Keeps the mean vector that near-duplicate search is centred on. */
    record PutMean(float[] mean) implements Change {}

    /** Deletes every row of the memory, its header excepted. */
    record Clear() implements Change {}

    /** Puts the header; the last change of every command. */
    record PutHeader(MemoryHeader header) implements Change {}
}
