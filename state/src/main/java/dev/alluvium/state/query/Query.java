package dev.alluvium.state.query;

/**
 * A read of one memory. Queries and their results are immutable values; where they are answered is
 * the serving side's choice.
 *
 * @param <R> the result
 */
public sealed interface Query<R> permits RowQuery, ViewQuery {}
