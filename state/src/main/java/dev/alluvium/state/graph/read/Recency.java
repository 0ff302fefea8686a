package dev.alluvium.state.graph.read;

import dev.alluvium.state.bitemporal.Known;
import dev.alluvium.state.graph.Entity;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which entities a memory learned of last: by the last write that touched them, or for a known time
 * in the past by the newest beginning of what was known of them then. Ties by name.
 */
final class Recency {

    private final Showing showing;
    private final long knownAt;

    Recency(Showing showing) {
        this.showing = showing;
        this.knownAt = showing.knownAt() == null ? Micros.NEVER : Micros.of(showing.knownAt());
    }

    /** An entity's slot with its recency, so that each is looked up once. */
    record Entry(int slot, long at, Entity entity, long ordinal) {

        static final Comparator<Entry> NEWEST_FIRST =
                Comparator.comparingLong(Entry::at)
                        .reversed()
                        .thenComparing(entry -> entry.entity().name())
                        .thenComparingLong(Entry::ordinal);
    }

    /** All shown entities, newest first. */
    List<Entry> newestFirst() {
        return IntStream.range(0, showing.view().entities.size())
                .filter(slot -> showing.entity(slot) != null)
                .mapToObj(this::entry)
                .sorted(Entry.NEWEST_FIRST)
                .toList();
    }

    private Entry entry(int slot) {
        EntityRow row = showing.view().entities.get(slot);
        return new Entry(slot, at(row), row.entity(), row.ordinal());
    }

    private long at(EntityRow row) {
        if (showing.knownAt() == null) {
            return row.touched();
        }
        Entity entity = row.entity();
        long newest = Micros.of(entity.created());
        for (Known<?> type : entity.types()) {
            newest = later(newest, Micros.of(type.known().from()));
        }
        for (Known<?> alias : entity.aliases()) {
            newest = later(newest, Micros.of(alias.known().from()));
        }
        for (int i = 0; i < row.linkCount(); i++) {
            VersionRow version = showing.view().versions.get(row.links()[i]);
            if (version != null) {
                newest = later(newest, version.knownFrom());
            }
        }
        return newest;
    }

    private long later(long newest, long at) {
        return at > newest && at <= knownAt ? at : newest;
    }
}
