package dev.alluvium.query.deep;

import java.time.Duration;

/**
 * What deep recalls may cost a server.
 *
 * @param modelTimeout how long one recall waits for the language model, all its questions together
 * @param underWay most deep recalls at once; more are answered by one search
 */
public record DeepSettings(Duration modelTimeout, int underWay) {

    public static final DeepSettings DEFAULTS = new DeepSettings(Duration.ofSeconds(10), 32);

    public DeepSettings {
        if (modelTimeout.isNegative() || modelTimeout.isZero()) {
            throw new IllegalArgumentException(
                    "recall_model_timeout " + modelTimeout + " is not positive");
        }
        if (underWay < 1) {
            throw new IllegalArgumentException(
                    "recall_model_concurrency " + underWay + " is below 1; allow at least one");
        }
    }
}
