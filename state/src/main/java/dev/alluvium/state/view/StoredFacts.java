package dev.alluvium.state.view;

import dev.alluvium.state.codec.GraphCodec;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.read.FactFormat;

/** Keeps the facts of a view as their rows. */
enum StoredFacts implements FactFormat {
    FORMAT;

    @Override
    public byte[] write(Fact fact) {
        return GraphCodec.fact(fact);
    }

    @Override
    public Fact read(byte[] bytes) {
        return GraphCodec.fact(bytes);
    }
}
