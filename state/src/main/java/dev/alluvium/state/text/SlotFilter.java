package dev.alluvium.state.text;

/** Says which slots of a column a search may return. */
@FunctionalInterface
public interface SlotFilter {

    boolean accepts(int slot);
}
