package dev.alluvium.query.deep;

import dev.alluvium.state.recall.RecallResult;
import dev.alluvium.state.scope.Confinement;
import java.time.Duration;
import java.time.Instant;

/**
 * A recall that may be deepened.
 *
 * @param original the caller's own search
 * @param found what it found
 * @param view the names by which the caller knows scopes
 * @param limit most matches
 * @param now the moment of asking
 * @param modelTime how long the model may take, all its questions together
 */
public record DeepQuery(
        Search original,
        RecallResult found,
        Confinement view,
        Thresholds thresholds,
        int limit,
        Instant now,
        Duration modelTime) {}
