package dev.alluvium.state.tool;

import dev.alluvium.state.command.Command;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.query.Query;
import java.util.function.Function;

/** What is to be done for a call of a tool, and how what came of it is answered. */
public sealed interface ToolCall {

    /**
     * A write; it is answered once it is applied.
     *
     * @param answer of an outcome that was not refused
     */
    record Write(Command command, Function<CommandOutcome, ToolAnswer> answer)
            implements ToolCall {}

    /**
     * A read.
     *
     * @param answer of the result; throws {@link NotKnownException} where there is no such thing
     */
    record Read<R>(Query<R> query, Function<R, ToolAnswer> answer) implements ToolCall {}

    /** Nothing is to be done. */
    record Done(ToolAnswer answer) implements ToolCall {}
}
