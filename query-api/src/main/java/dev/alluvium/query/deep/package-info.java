/** Recall that asks a language model what to look for, and again what is missing. */
package dev.alluvium.query.deep;
