package dev.alluvium.query.deep;

import dev.alluvium.state.scope.Confinement;
import dev.alluvium.state.scope.OutsideViewException;
import dev.alluvium.state.scope.Scope;
import dev.alluvium.state.scope.Slice;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a caller's recall may search, whatever a model suggests: suggestions narrow it, and none
 * widens it.
 *
 * @param view the names by which the caller, and so the model, knows scopes
 * @param branches all that the caller asked to be searched, absolute
 * @param offered the scopes the model was told of, as the caller knows them
 */
record Reach(Confinement view, List<Scope> branches, Set<Scope> offered) {

    /**
     * Suggested scopes, divided.
     *
     * @param within absolute, inside the reach; empty where nothing usable was suggested
     * @param ignored as they were suggested
     */
    record Suggested(List<Scope> within, List<String> ignored) {}

    Suggested of(List<String> texts) {
        Set<Scope> within = new LinkedHashSet<>();
        List<String> ignored = new ArrayList<>();
        for (String text : texts) {
            Optional<List<Scope>> known = within(text);
            known.ifPresentOrElse(within::addAll, () -> ignored.add(text));
        }
        return new Suggested(List.copyOf(within), ignored);
    }

    private Optional<List<Scope>> within(String text) {
        try {
            Scope shown = Scope.of(text);
            return offered.contains(shown)
                    ? Optional.of(new Slice(branches, false).reads(List.of(view.start(shown))))
                    : Optional.empty();
        } catch (IllegalArgumentException | OutsideViewException e) {
            return Optional.empty();
        }
    }
}
