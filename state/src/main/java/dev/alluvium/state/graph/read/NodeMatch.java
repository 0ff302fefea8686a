package dev.alluvium.state.graph.read;

/**
 * An entity that a search found.
 *
 * @param score greater is better; 0 where the query was blank
 */
public record NodeMatch(ShownEntity node, double score) {}
