package dev.alluvium.state.graph;

/** What a fact says, whenever it is true. Entities are named by their ordinals. */
public sealed interface Claim {

    /** The entity it is about. */
    long subject();

    /** The attribute or relation type of which it may be the only value, or null. */
    String slot();

    <R> R match(Visitor<R> visitor);

    /**
     * A text about an entity.
     *
     * @param attribute such as {@code timezone}, or null
     */
    record Observation(long subject, String attribute, String text) implements Claim {
        @Override
        public String slot() {
            return attribute;
        }

        @Override
        public <R> R match(Visitor<R> visitor) {
            return visitor.observation(this);
        }
    }

    /** An edge from one entity to another. */
    record Relation(long subject, String type, long target) implements Claim {
        @Override
        public String slot() {
            return type;
        }

        @Override
        public <R> R match(Visitor<R> visitor) {
            return visitor.relation(this);
        }
    }

    /** One case for each kind of claim. */
    interface Visitor<R> {
        R observation(Observation observation);

        R relation(Relation relation);
    }
}
