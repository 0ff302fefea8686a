/** A world of people, places and organisations to fill graphs with, made up from a seed. */
package dev.alluvium.bench.graph;
