package dev.alluvium.query.deep;

import dev.alluvium.state.recall.RecallResult;
import dev.alluvium.state.scope.ScopeNode;

/**
 * What one caller sees of a memory: the caller's filters, view and barrier hold for all that is
 * asked through it. Several threads ask at once.
 */
public interface Sight {

    RecallResult search(Search search);

    /** The scopes that hold records the caller sees. */
    ScopeNode scopes();
}
