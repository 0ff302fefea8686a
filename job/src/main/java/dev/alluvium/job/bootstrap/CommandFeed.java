package dev.alluvium.job.bootstrap;

import dev.alluvium.state.command.Command;
import java.io.Serializable;
import java.util.function.Consumer;

/** Reads the commands of a bootstrap from wherever they are, in their order. */
@FunctionalInterface
public interface CommandFeed extends Serializable {

    /** Hands on all commands; what it throws ends the bootstrap. */
    void read(Consumer<Command> out) throws Exception;
}
