/**
 * The graph as its readers see it: an immutable view on columns that only grow, searched, walked
 * and drawn at an instant of valid time and one of known time.
 */
package dev.alluvium.state.graph.read;
