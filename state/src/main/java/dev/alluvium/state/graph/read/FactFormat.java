package dev.alluvium.state.graph.read;

import dev.alluvium.state.graph.Fact;

/**
 * Facts as bytes: as objects they would take several times the heap, and few of them are looked at.
 */
public interface FactFormat {

    byte[] write(Fact fact);

    Fact read(byte[] bytes);
}
