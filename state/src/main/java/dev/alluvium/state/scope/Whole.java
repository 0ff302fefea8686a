package dev.alluvium.state.scope;

import java.util.List;

/** The view of a caller who is not confined. */
record Whole() implements Confinement {

    @Override
    public List<Scope> reads(List<Scope> asked) {
        return asked == null || asked.isEmpty() ? List.of(Scope.ROOT) : asked;
    }

    @Override
    public Scope start(Scope asked) {
        return asked == null ? Scope.ROOT : asked;
    }

    @Override
    public Scope writes(Scope asked) {
        return asked;
    }

    @Override
    public void requireWritable() {}

    @Override
    public boolean sees(Scope scope) {
        return true;
    }

    @Override
    public Scope shown(Scope scope) {
        return scope;
    }

    @Override
    public boolean isWhole() {
        return true;
    }
}
