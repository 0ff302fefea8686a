package dev.alluvium.state.graph;

import dev.alluvium.state.record.RecordRules;
import java.time.Instant;

/**
 * A relation as its writer states it; null fields are filled when the command is applied.
 *
 * @param singleValued whether a new target ends the one before; null leaves it to the memory's
 *     options
 * @param validFrom null for the command's time in the log
 * @param validTo null for still
 */
public record RelationDraft(
        String id,
        EntityRef source,
        String type,
        EntityRef target,
        Boolean singleValued,
        Instant validFrom,
        Instant validTo,
        Provenance provenance,
        float[] vector) {

    public RelationDraft {
        type = GraphText.name("relation type", type);
        RecordRules.checkValidity(validFrom, validTo);
        provenance = provenance == null ? Provenance.NONE : provenance;
    }

    public static RelationDraft of(String source, String type, String target) {
        return new RelationDraft(
                null,
                EntityRef.of(source),
                type,
                EntityRef.of(target),
                null,
                null,
                null,
                null,
                null);
    }

    public RelationDraft withId(String chosen) {
        return new RelationDraft(
                chosen, source, type, target, singleValued, validFrom, validTo, provenance, vector);
    }

    public RelationDraft withVector(float[] embedded) {
        return new RelationDraft(
                id, source, type, target, singleValued, validFrom, validTo, provenance, embedded);
    }
}
