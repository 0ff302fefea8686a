package dev.alluvium.state.core;

import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.vector.CosineCalibration;

/**
 * What a process decides by.
 *
 * @param defaults its options, which each memory's own overlay
 * @param calibration of the embedder's cosines
 * @param embedder the model that embeds what comes without a vector, or null
 * @param embedded what has vectors beside records
 */
record Rules(
        MemoryOptions defaults, CosineCalibration calibration, String embedder, Embedded embedded) {

    /** The options that hold in a memory. */
    MemoryOptions options(MemoryHeader header) {
        return defaults.with(header.options());
    }
}
