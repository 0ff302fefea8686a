package dev.alluvium.state.scope;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Several branches at once, under their absolute names. Read-only unless {@code writable}; a write
 * then names a scope within one of them, since there is no telling which was meant.
 */
public record Slice(List<Scope> scopes, boolean writable) implements Confinement {

    public Slice {
        if (scopes.isEmpty()) {
            throw new IllegalArgumentException("a slice has no scopes; name at least one");
        }
        scopes = scopes.stream().distinct().toList();
    }

    @Override
    public List<Scope> reads(List<Scope> asked) {
        if (asked == null || asked.isEmpty()) {
            return scopes;
        }
        return asked.stream().flatMap(one -> visible(one).stream()).distinct().toList();
    }

    @Override
    public Scope start(Scope asked) {
        if (asked == null) {
            return Scope.ROOT;
        }
        visible(asked);
        return asked;
    }

    @Override
    public Scope writes(Scope asked) {
        requireWritable();
        if (asked == null) {
            throw new OutsideViewException(
                    "a write to a slice names its scope; give one within " + names());
        }
        if (!sees(asked)) {
            throw outside(asked);
        }
        return asked;
    }

    @Override
    public void requireWritable() {
        if (!writable) {
            throw new OutsideViewException(
                    "the slice of " + names() + " is read-only; ask for a writable one");
        }
    }

    @Override
    public boolean sees(Scope scope) {
        return scopes.stream().anyMatch(one -> one.contains(scope));
    }

    @Override
    public Scope shown(Scope scope) {
        return scope;
    }

    /** The parts of the slice at, above or below {@code asked}. */
    private List<Scope> visible(Scope asked) {
        if (sees(asked)) {
            return List.of(asked);
        }
        List<Scope> below = scopes.stream().filter(asked::contains).toList();
        if (below.isEmpty()) {
            throw outside(asked);
        }
        return below;
    }

    private OutsideViewException outside(Scope asked) {
        return new OutsideViewException(
                "scope \"" + asked + "\" is outside the slice of " + names() + "; name one within");
    }

    private String names() {
        return scopes.stream().map(Scope::path).collect(Collectors.joining(", "));
    }
}
