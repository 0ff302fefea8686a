package dev.alluvium.state.graph;

import dev.alluvium.state.record.RecordRules;
import java.time.Instant;

/**
 * An observation as its writer states it; null fields are filled when the command is applied.
 *
 * @param attribute what it is a value of, such as {@code timezone}, or null
 * @param singleValued whether a new value of the attribute ends the one before; null leaves it to
 *     the memory's options
 * @param validFrom null for the command's time in the log
 * @param validTo null for still
 */
public record ObservationDraft(
        String id,
        String content,
        String attribute,
        Boolean singleValued,
        Instant validFrom,
        Instant validTo,
        Provenance provenance,
        float[] vector) {

    public ObservationDraft {
        RecordRules.checkContent(content);
        RecordRules.checkValidity(validFrom, validTo);
        content = GraphText.canonical(content);
        attribute = attribute == null ? null : GraphText.name("attribute", attribute);
        if (attribute == null && Boolean.TRUE.equals(singleValued)) {
            throw new IllegalArgumentException(
                    "single_valued is given without an attribute; name the attribute that has one value");
        }
        provenance = provenance == null ? Provenance.NONE : provenance;
    }

    public static ObservationDraft ofContent(String content) {
        return new ObservationDraft(null, content, null, null, null, null, null, null);
    }

    public ObservationDraft withId(String chosen) {
        return new ObservationDraft(
                chosen, content, attribute, singleValued, validFrom, validTo, provenance, vector);
    }

    public ObservationDraft withVector(float[] embedded) {
        return new ObservationDraft(
                id, content, attribute, singleValued, validFrom, validTo, provenance, embedded);
    }
}
