package dev.alluvium.query.log;

import dev.alluvium.state.Position;
import dev.alluvium.state.command.Command;
import java.util.concurrent.CompletableFuture;

/** The log of commands, as those see it who only append. */
public interface CommandLog {

    /**
     * Appends a command; the future gives its position once the log has it for good. It fails with
     * {@link CommandTooLargeException} or {@link AppendFailedException}, and may complete on a
     * thread of the log, which must not be kept.
     */
    CompletableFuture<Position> append(Command command);
}
