/**
 * What a language model decides about saved records: the question that a save raises, what is noted
 * of it until it is answered, and the answer as it stands in the log.
 */
package dev.alluvium.state.decide;
