/**
 * How views hold many rows: values by slot, which one thread writes and any number read at a bound.
 */
package dev.alluvium.state.column;
