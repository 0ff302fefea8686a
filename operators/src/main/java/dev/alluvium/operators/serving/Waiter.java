package dev.alluvium.operators.serving;

import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.Position;
import dev.alluvium.state.query.Query;
import dev.alluvium.state.query.RowQuery;
import dev.alluvium.state.query.ViewQuery;
import dev.alluvium.state.serving.StateClient.Answer;
import dev.alluvium.state.store.MemoryRows;
import dev.alluvium.state.view.MemoryView;
import java.util.concurrent.CompletableFuture;

/** One read that waits for its position, or for a view to be loaded. */
final class Waiter<R> {

    private final Query<R> query;
    private final Position atLeast;
    private final CompletableFuture<Answer<R>> answer = new CompletableFuture<>();
    private R partial;
    private boolean hasPartial;

    Waiter(Query<R> query, Position atLeast) {
        this.query = query;
        this.atLeast = atLeast;
    }

    CompletableFuture<Answer<R>> answer() {
        return answer;
    }

    boolean wantsView() {
        return query instanceof ViewQuery;
    }

    boolean satisfiedBy(AppliedPositions applied) {
        return atLeast == null || applied.reached(atLeast);
    }

    /** Nobody waits for it any more: answered, failed or past its deadline. */
    boolean isOver() {
        return answer.isDone();
    }

    /** Answers from rows, on the owner's thread. */
    void answerFrom(MemoryRows rows) {
        try {
            R result = ((RowQuery<R>) query).on(rows);
            answer.complete(new Answer<>(result, rows.header().applied()));
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    /** Answers from a whole view, on any thread. */
    void answerFrom(MemoryView view) {
        try {
            answer.complete(new Answer<>(((ViewQuery<R>) query).on(view), view.header().applied()));
        } catch (RuntimeException | Error e) {
            answer.completeExceptionally(e);
        }
    }

    /**
     * Adds what one part of a memory too large for a view has to say. Called by one thread after
     * another.
     */
    void addPart(MemoryView part) {
        if (isOver()) {
            return;
        }
        try {
            R result = ((ViewQuery<R>) query).on(part);
            partial = hasPartial ? ((ViewQuery<R>) query).merge(partial, result) : result;
            hasPartial = true;
        } catch (RuntimeException | Error e) {
            answer.completeExceptionally(e);
        }
    }

    /** All parts are added. */
    void finishParts(AppliedPositions applied) {
        answer.complete(new Answer<>(partial, applied));
    }

    void fail(RuntimeException reason) {
        answer.completeExceptionally(reason);
    }
}
