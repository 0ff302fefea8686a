package dev.alluvium.state.graph.read;

import dev.alluvium.state.graph.Entity;
import java.util.Arrays;

/** Copies what is there from old columns to new ones; no text is analysed again. */
final class Compaction {

    private final GraphColumns old;
    private final VersionTable.Bound oldVersions;
    private final int[] entityTo;
    private final int[] factTo;
    private final int[] versionTo;
    private final int[] labelTo;

    Compaction(GraphColumns old) {
        this.old = old;
        this.oldVersions = old.versions.bound();
        this.entityTo = filled(old.entities.size());
        this.factTo = filled(old.facts.size());
        this.versionTo = filled(old.versions.size());
        this.labelTo = filled(old.labels.size());
    }

    private static int[] filled(int size) {
        int[] slots = new int[size];
        Arrays.fill(slots, VersionTable.NONE);
        return slots;
    }

    GraphColumns run() {
        number();
        GraphColumns kept = old.emptyWith(labelTo, versionTo);
        copyEntities(kept);
        copyLabels(kept);
        copyVersions(kept);
        copyFacts(kept);
        return kept;
    }

    /** Says where each row that is there will stand. */
    private void number() {
        int versions = 0;
        for (int slot = 0; slot < versionTo.length; slot++) {
            if (!oldVersions.isRemoved(slot)) {
                versionTo[slot] = versions++;
                entityTo[oldVersions.subject(slot)] = 0;
                if (oldVersions.isRelation(slot)) {
                    entityTo[oldVersions.target(slot)] = 0;
                }
            }
        }
        int entities = 0;
        for (int slot = 0; slot < entityTo.length; slot++) {
            boolean isNamed = entityTo[slot] == 0;
            boolean isThere = isNamed || old.entities.get(slot).entity() != null;
            entityTo[slot] = isThere ? entities++ : VersionTable.NONE;
        }
        int facts = 0;
        for (int slot = 0; slot < factTo.length; slot++) {
            factTo[slot] = old.facts.get(slot) != null ? facts++ : VersionTable.NONE;
        }
        int labels = 0;
        for (int slot = 0; slot < labelTo.length; slot++) {
            if (old.labels.get(slot).wasOf(entity(old.labels.get(slot)))) {
                labelTo[slot] = labels++;
            }
        }
    }

    private Entity entity(Label label) {
        return old.entities.get(label.entity()).entity();
    }

    private void copyEntities(GraphColumns kept) {
        for (int slot = 0; slot < entityTo.length; slot++) {
            if (entityTo[slot] != VersionTable.NONE) {
                EntityRow row = old.entities.get(slot);
                kept.setEntity(kept.entitySlot(row.ordinal()), row.entity());
            }
        }
    }

    private void copyLabels(GraphColumns kept) {
        for (int slot = 0; slot < labelTo.length; slot++) {
            if (labelTo[slot] != VersionTable.NONE) {
                Label label = old.labels.get(slot);
                kept.place(new Label(entityTo[label.entity()], label.isName(), label.text()));
            }
        }
    }

    private void copyVersions(GraphColumns kept) {
        for (int slot = 0; slot < versionTo.length; slot++) {
            if (versionTo[slot] == VersionTable.NONE) {
                continue;
            }
            int subject = entityTo[oldVersions.subject(slot)];
            int target =
                    oldVersions.isRelation(slot)
                            ? entityTo[oldVersions.target(slot)]
                            : VersionTable.NONE;
            int fact = factTo[oldVersions.fact(slot)];
            kept.link(
                    kept.versions.copy(oldVersions, slot, fact, subject, target), subject, target);
        }
    }

    private void copyFacts(GraphColumns kept) {
        for (int slot = 0; slot < factTo.length; slot++) {
            FactRow row = old.facts.get(slot);
            if (row == null) {
                continue;
            }
            int[] moved = Arrays.stream(row.versions()).map(v -> versionTo[v]).toArray();
            int vector =
                    row.vector() == VersionTable.NONE
                            ? VersionTable.NONE
                            : kept.vectors.copy(factTo[slot], old.vectors, row.vector());
            kept.setFact(
                    kept.factSlot(row.ordinal()),
                    new FactRow(row.ordinal(), row.fact(), moved, vector));
        }
    }
}
