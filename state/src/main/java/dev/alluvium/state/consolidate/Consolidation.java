package dev.alluvium.state.consolidate;

import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;
import dev.alluvium.state.record.MemoryRecord;
import dev.alluvium.state.record.RecordDraft;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.vector.CosineCalibration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * Decides, without a model, whether a new text is already known: the same text, or one at or over
 * the duplicate threshold that no number, negation, date or name tells apart. Compared are records
 * that the writer may see, in the branch of the new one, of the same source and validity, so that
 * nothing a reader could find is lost by dropping one.
 */
public final class Consolidation {

    /**
     * Nearest records checked exactly; the index returns the nearest first, so more would not find
     * nearer ones.
     */
    private static final int CHECKED = 16;

    private final MemoryOptions options;
    private final CosineCalibration calibration;
    private final Neighbourhood neighbourhood;

    public Consolidation(
            MemoryOptions options, CosineCalibration calibration, Neighbourhood neighbourhood) {
        this.options = options;
        this.calibration = calibration;
        this.neighbourhood = neighbourhood;
    }

    /** A known record that says the same, and why it counts as the same. */
    public record Duplicate(long ordinal, String reason) {}

    /**
     * @param firstOfBatch rows from here on were added by the same batch: they are compared even
     *     where consolidation with the memory is disabled
     */
    public Optional<Duplicate> find(
            RecordDraft draft, Scope scope, Instant validFrom, float[] unit, long firstOfBatch) {
        boolean withMemory = options.get(Setting.CONSOLIDATION_THRESHOLD) < 1;
        long same = sameText(draft, scope, validFrom, withMemory ? 0 : firstOfBatch);
        if (same >= 0) {
            return Optional.of(new Duplicate(same, "same text"));
        }
        return unit == null ? Optional.empty() : nearest(draft, scope, validFrom, unit, withMemory);
    }

    /**
     * Current records that may say the same as a new one, or be ended by it, the nearest first: in
     * its branch, true without an end, of its source, and as private as it is. Fewer than the limit
     * where no more are near.
     *
     * @param ordinal of the new record; of its batch, those before it are looked at, too
     */
    public List<MemoryRecord> candidates(MemoryRecord record, long ordinal, float[] unit) {
        double threshold = options.get(Setting.CONSOLIDATION_THRESHOLD);
        if (threshold >= 1 || unit == null) {
            return List.of();
        }
        double least = calibration.inverse(threshold);
        return LongStream.concat(
                        LongStream.of(neighbourhood.nearInBatch(unit, least)),
                        LongStream.of(neighbourhood.near(unit, least, CHECKED)))
                .filter(other -> other < ordinal)
                .distinct()
                .mapToObj(
                        other -> {
                            float[] vector = neighbourhood.vector(other);
                            return new Near(
                                    neighbourhood.record(other),
                                    vector == null ? -1 : dot(unit, vector));
                        })
                .filter(near -> near.cosine() >= least && canBeMerged(near.record(), record))
                .sorted(Comparator.comparingDouble(Near::cosine).reversed())
                .limit(options.count(Setting.CONSOLIDATION_LIMIT))
                .map(Near::record)
                .toList();
    }

    private record Near(MemoryRecord record, double cosine) {}

    private static boolean canBeMerged(MemoryRecord candidate, MemoryRecord record) {
        return candidate != null
                && candidate.knownTo() == null
                && candidate.validTo() == null
                && !candidate.id().equals(record.id())
                && record.scope().contains(candidate.scope())
                && candidate.isPrivate() == record.isPrivate()
                && Objects.equals(candidate.source(), record.source());
    }

    private long sameText(RecordDraft draft, Scope scope, Instant validFrom, long from) {
        for (long ordinal :
                neighbourhood.withFingerprint(TextFingerprint.of(draft.content()).toString())) {
            if (ordinal >= from
                    && comparable(neighbourhood.record(ordinal), draft, scope, validFrom)) {
                return ordinal;
            }
        }
        return -1;
    }

    private Optional<Duplicate> nearest(
            RecordDraft draft, Scope scope, Instant validFrom, float[] unit, boolean withMemory) {
        double threshold = options.get(Setting.BATCH_DEDUP_THRESHOLD);
        double rawThreshold = calibration.inverse(threshold);
        long[] candidates =
                withMemory
                        ? LongStream.concat(
                                        LongStream.of(
                                                neighbourhood.nearInBatch(unit, rawThreshold)),
                                        LongStream.of(
                                                neighbourhood.near(unit, rawThreshold, CHECKED)))
                                .toArray()
                        : neighbourhood.nearInBatch(unit, rawThreshold);
        double best = -1;
        OptionalLong found = OptionalLong.empty();
        for (long ordinal : candidates) {
            float[] vector = neighbourhood.vector(ordinal);
            double cosine = vector == null ? -1 : dot(unit, vector);
            if (cosine >= rawThreshold && cosine > best && says(ordinal, draft, scope, validFrom)) {
                best = cosine;
                found = OptionalLong.of(ordinal);
            }
        }
        if (found.isEmpty()) {
            return Optional.empty();
        }
        String reason =
                "similarity %.3f is at or over batch_dedup_threshold %s"
                        .formatted(Math.min(1, calibration.apply(best)), threshold);
        return Optional.of(new Duplicate(found.getAsLong(), reason));
    }

    private boolean says(long ordinal, RecordDraft draft, Scope scope, Instant validFrom) {
        MemoryRecord record = neighbourhood.record(ordinal);
        return comparable(record, draft, scope, validFrom)
                && Distinction.between(record.content(), draft.content()).isEmpty();
    }

    private static boolean comparable(
            MemoryRecord record, RecordDraft draft, Scope scope, Instant validFrom) {
        return record != null
                && record.knownTo() == null
                && scope.contains(record.scope())
                && record.visibleTo(draft.source(), false)
                && (!record.isPrivate() || draft.isPrivate())
                && Objects.equals(record.source(), draft.source())
                && sameValidity(record, draft, validFrom);
    }

    /**
     * Open-ended texts are one whenever each began; a text with an end is the same only over the
     * same interval.
     */
    private static boolean sameValidity(MemoryRecord record, RecordDraft draft, Instant validFrom) {
        return Objects.equals(record.validTo(), draft.validTo())
                && (record.validTo() == null || record.validFrom().equals(validFrom));
    }

    private static double dot(float[] one, float[] other) {
        if (one.length != other.length) {
            return -1;
        }
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += (double) one[i] * other[i];
        }
        return sum;
    }
}
