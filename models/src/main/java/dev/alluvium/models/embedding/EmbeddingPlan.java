package dev.alluvium.models.embedding;

import dev.alluvium.state.vector.CosineCalibration;
import java.util.function.UnaryOperator;

/**
 * A provider's model, chosen and checked, but not built.
 *
 * @param name what memories note beside its vectors
 * @param opener builds it, given the environment's variables
 */
record EmbeddingPlan(String name, CosineCalibration calibration, Opener opener) {

    /** Builds a model without asking it anything. */
    @FunctionalInterface
    interface Opener {
        EmbeddingModel open(UnaryOperator<String> environment);
    }
}
