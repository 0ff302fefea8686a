package dev.alluvium.query.deep;

import dev.alluvium.state.scope.Confinement;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.scope.ScopeNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The scopes a model is told of: those that hold records the caller sees, by the caller's names,
 * the upper levels first. A large tree is cut, since a prompt is paid by its length.
 */
final class ScopeList {

    private static final int MAX_SCOPES = 200;
    private static final int MAX_CHARACTERS = 10_000;

    private final Map<Scope, Long> counts = new LinkedHashMap<>();
    private boolean isCut;

    ScopeList(ScopeNode tree, Confinement view) {
        int characters = 0;
        Deque<ScopeNode> level = new ArrayDeque<>();
        level.add(tree);
        while (!level.isEmpty()) {
            ScopeNode node = level.remove();
            Scope shown = view.shown(node.path());
            characters += shown.path().length();
            if (counts.size() == MAX_SCOPES || characters > MAX_CHARACTERS) {
                isCut = true;
                return;
            }
            counts.put(shown, node.recordCount());
            level.addAll(node.children());
        }
        isCut = false;
    }

    /** How many records each holds, those below it included. */
    Map<Scope, Long> counts() {
        return counts;
    }

    /** Whether there are more. */
    boolean isCut() {
        return isCut;
    }
}
