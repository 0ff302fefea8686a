package dev.alluvium.state.outcome;

/**
 * What became of one item of a command.
 *
 * @param duplicateOf the id of the record that already says it, for {@code DUPLICATE}
 * @param reason why, where the action alone does not say
 */
public record ItemOutcome(String id, Action action, String duplicateOf, String reason) {

    /** What can become of an item. */
    public enum Action {
        INSERTED,
        DUPLICATE,
        UPDATED,
        NOT_FOUND,
        REFUSED
    }
}
