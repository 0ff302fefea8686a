/** Asks a language model what saves leave open, beside the stream of writes. */
package dev.alluvium.operators.decide;
