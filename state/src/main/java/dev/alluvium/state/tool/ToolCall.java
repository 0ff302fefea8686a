package dev.alluvium.state.tool;

import dev.alluvium.state.command.Command;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.query.Query;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

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
     * @param query made when it is to be asked: what a search needs for that may fail
     * @param answer of the result; throws {@link NotKnownException} where there is no such thing
     * @param sought what it searches for; null for a read that is no search
     */
    record Read<R>(Supplier<Query<R>> query, Function<R, ToolAnswer> answer, Sought<R> sought)
            implements ToolCall {

        Read(Query<R> query, Function<R, ToolAnswer> answer) {
            this(() -> query, answer, null);
        }
    }

    /**
     * A search, as its listeners are told of it.
     *
     * @param count how many hits a result has
     */
    record Sought<R>(String text, int limit, ToIntFunction<R> count) {}

    /** Nothing is to be done. */
    record Done(ToolAnswer answer) implements ToolCall {}
}
