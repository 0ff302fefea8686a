package dev.alluvium.state.scope;

import java.util.List;

/**
 * One branch read as if it were the whole memory: paths are relative to it both ways, and nothing
 * outside it exists.
 */
public record Rooted(Scope root) implements Confinement {

    @Override
    public List<Scope> reads(List<Scope> asked) {
        return asked == null || asked.isEmpty()
                ? List.of(root)
                : asked.stream().map(this::start).toList();
    }

    @Override
    public Scope start(Scope asked) {
        return asked == null ? root : root.join(asked.path());
    }

    @Override
    public Scope writes(Scope asked) {
        return start(asked);
    }

    @Override
    public void requireWritable() {}

    @Override
    public boolean sees(Scope scope) {
        return root.contains(scope);
    }

    @Override
    public Scope shown(Scope scope) {
        return scope.relativeTo(root);
    }
}
