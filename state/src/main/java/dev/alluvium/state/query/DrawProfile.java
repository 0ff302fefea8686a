package dev.alluvium.state.query;

import dev.alluvium.state.graph.read.When;
import dev.alluvium.state.view.MemoryView;

/**
 * Draws who and what a memory is about in few lines, most recent entities first; empty where there
 * is no graph.
 *
 * @param entities most lines
 * @param observations most observations of an entity, and most relations
 * @param maxCharacters most characters of the whole; 0 for any number
 */
public record DrawProfile(int entities, int observations, int maxCharacters, When when)
        implements ViewQuery<String> {

    /**
     * Lines of a card where nobody says otherwise, as in the guide's section on the profile card.
     */
    public static final int ENTITIES = 12;

    /** Observations of an entity where nobody says otherwise. */
    public static final int OBSERVATIONS = 5;

    @Override
    public String on(MemoryView view) {
        return view.graph()
                .card(entities, observations, maxCharacters, when.in(view.header().lastKnown()));
    }

    @Override
    public String merge(String one, String other) {
        return one.isEmpty() ? other : one;
    }
}
