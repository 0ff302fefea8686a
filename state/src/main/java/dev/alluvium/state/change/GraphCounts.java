package dev.alluvium.state.change;

/**
 * The counters of one memory's graph.
 *
 * @param nextEntity the ordinal the next entity gets
 * @param nextFact the ordinal the next fact gets
 * @param entities held
 * @param facts held, current or not
 */
public record GraphCounts(long nextEntity, long nextFact, long entities, long facts) {

    public static final GraphCounts NONE = new GraphCounts(0, 0, 0, 0);

    public GraphCounts plusEntity() {
        return new GraphCounts(nextEntity + 1, nextFact, entities + 1, facts);
    }

    public GraphCounts minusEntity() {
        return new GraphCounts(nextEntity, nextFact, entities - 1, facts);
    }

    public GraphCounts plusFact() {
        return new GraphCounts(nextEntity, nextFact + 1, entities, facts + 1);
    }

    public GraphCounts minusFact() {
        return new GraphCounts(nextEntity, nextFact, entities, facts - 1);
    }

    /** Nothing held, ordinals going on. */
    public GraphCounts cleared() {
        return new GraphCounts(nextEntity, nextFact, 0, 0);
    }
}
