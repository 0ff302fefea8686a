package dev.alluvium.state.episode;

import java.time.Instant;

/**
 * What a search over turns looks for.
 *
 * @param session only this session, or null
 * @param from only turns at or after this instant, or null
 * @param to only turns before this instant, or null
 * @param limit most matches, 1 to 1000
 */
public record TurnQuery(String query, String session, Instant from, Instant to, int limit) {}
