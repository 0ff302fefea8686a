/**
 * What a knowledge graph is made of: entities, and facts about them, which are observations and
 * relations. When they hold is told by {@link dev.alluvium.state.bitemporal}.
 */
package dev.alluvium.state.graph;
