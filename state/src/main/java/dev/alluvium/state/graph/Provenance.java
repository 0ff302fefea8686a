package dev.alluvium.state.graph;

/**
 * Who said a fact: any of a source's name, a session, a turn, a record; all null when nobody was
 * named.
 *
 * @param confidence in [0, 1], or null
 */
public record Provenance(
        String source, String session, String turn, String record, Double confidence) {

    public static final Provenance NONE = new Provenance(null, null, null, null, null);

    public Provenance {
        if (confidence != null && !(confidence >= 0 && confidence <= 1)) {
            throw new IllegalArgumentException("confidence " + confidence + " is not in [0, 1]");
        }
    }

    /** Whether both name the same source, whatever their confidence. */
    public boolean isSameSource(Provenance other) {
        return java.util.Objects.equals(source, other.source)
                && java.util.Objects.equals(session, other.session)
                && java.util.Objects.equals(turn, other.turn)
                && java.util.Objects.equals(record, other.record);
    }

    public Provenance withConfidence(Double other) {
        return new Provenance(source, session, turn, record, other);
    }
}
