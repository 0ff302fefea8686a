package dev.alluvium.state.graph;

import dev.alluvium.state.record.RecordRules;
import java.time.Instant;

/** A later word about a fact that is known. */
public sealed interface Revision {

    <R> R match(Visitor<R> visitor);

    /**
     * It stopped being true.
     *
     * @param at null for the command's time in the log
     */
    record Invalidate(Instant at) implements Revision {
        @Override
        public <R> R match(Visitor<R> visitor) {
            return visitor.invalidate(this);
        }
    }

    /**
     * It was always otherwise; what is null stays.
     *
     * @param content another text, for an observation
     * @param type another type, for a relation
     * @param target another target, for a relation
     * @param open whether it has no end; then {@code validTo} is null
     * @param of an instant in the interval that is meant, where the fact has several; null for the
     *     last
     * @param vector the embedding of what it says instead, or null
     */
    record Correct(
            String content,
            String type,
            EntityRef target,
            Instant validFrom,
            Instant validTo,
            boolean open,
            Double confidence,
            Instant of,
            float[] vector)
            implements Revision {

        public Correct {
            if (content != null) {
                RecordRules.checkContent(content);
                content = GraphText.canonical(content);
            }
            type = type == null ? null : GraphText.name("relation type", type);
            RecordRules.checkValidity(validFrom, validTo);
            if (content == null
                    && type == null
                    && target == null
                    && validFrom == null
                    && validTo == null
                    && !open
                    && confidence == null) {
                throw new IllegalArgumentException(
                        "nothing is corrected; give content, type, target, valid_from, valid_to or confidence");
            }
        }

        /** Whether the fact says something else than before, and not only at another time. */
        public boolean saysOtherwise() {
            return content != null || type != null || target != null;
        }

        public Correct withVector(float[] embedded) {
            return new Correct(
                    content, type, target, validFrom, validTo, open, confidence, of, embedded);
        }

        @Override
        public <R> R match(Visitor<R> visitor) {
            return visitor.correct(this);
        }
    }

    /** It was never true. */
    record Retract(String reason) implements Revision {
        @Override
        public <R> R match(Visitor<R> visitor) {
            return visitor.retract(this);
        }
    }

    /**
     * It stopped being true, and another fact follows it.
     *
     * @param by the id of the fact that follows
     * @param at null for where that one begins
     */
    record Supersede(String by, Instant at) implements Revision {
        @Override
        public <R> R match(Visitor<R> visitor) {
            return visitor.supersede(this);
        }
    }

    /** One case for each kind of revision. */
    interface Visitor<R> {
        R invalidate(Invalidate revision);

        R correct(Correct revision);

        R retract(Retract revision);

        R supersede(Supersede revision);
    }
}
