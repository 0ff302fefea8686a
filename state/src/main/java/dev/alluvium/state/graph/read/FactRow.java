package dev.alluvium.state.graph.read;

import dev.alluvium.state.graph.Fact;

/**
 * A fact with its places in the other columns.
 *
 * @param versions the slot of each version of its history, in order
 * @param vector the row of its vector, or {@link VersionRow#NONE}
 */
record FactRow(long ordinal, Fact fact, int[] versions, int vector) {}
