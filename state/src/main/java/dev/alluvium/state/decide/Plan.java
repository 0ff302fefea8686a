package dev.alluvium.state.decide;

import dev.alluvium.state.record.RecordRules;
import java.util.List;

/**
 * What a model would do with the records near a new one, and with the new one.
 *
 * @param insertNew whether the new record stays beside them
 */
public record Plan(List<Step> steps, boolean insertNew) {

    public Plan {
        steps = List.copyOf(steps);
    }

    /** What becomes of a record that was offered. */
    public enum Action {
        /** It stays as it is. */
        KEEP,
        /** It gets another text. */
        UPDATE,
        /** It is true no longer. */
        DELETE
    }

    /**
     * What becomes of one record.
     *
     * @param content of an update, the whole text; null otherwise
     * @param vector of that text, or null
     */
    public record Step(String id, Action action, String content, float[] vector) {

        public Step {
            if (action == Action.UPDATE) {
                RecordRules.checkContent(content);
            }
        }

        public Step withVector(float[] embedded) {
            return new Step(id, action, content, embedded);
        }
    }
}
