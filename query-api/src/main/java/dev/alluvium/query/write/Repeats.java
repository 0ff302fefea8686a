package dev.alluvium.query.write;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Problem;
import dev.alluvium.query.read.Reader;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.ItemOutcome;
import dev.alluvium.state.query.FindAnswer;
import dev.alluvium.state.serving.PositionNotReachedException;
import dev.alluvium.state.serving.StateUnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Makes a write with an idempotency key happen once: a repeat gets the first one's answer, also
 * while the first is under way, and after a restart as long as the memory remembers it. Any thread
 * may write; the first with a key works, the others wait for it.
 *
 * <p>What is kept here is bounded in number and time, and only spares a question: what was let go
 * is asked of the memory, whose own answers last seven days.
 */
final class Repeats {

    /** Over all keys: a batch has up to a thousand. */
    private static final int MAX_KEYS_AND_IDS = 200_000;

    private static final Duration REMEMBERED = Duration.ofHours(24);
    private static final Duration LOOK_UP = Duration.ofSeconds(2);

    private final Reader reader;
    private final Cache<Key, Attempt> attempts =
            Caffeine.newBuilder()
                    .maximumWeight(MAX_KEYS_AND_IDS)
                    .weigher((Key key, Attempt attempt) -> attempt.weight())
                    .expireAfterWrite(REMEMBERED)
                    .build();

    Repeats(Reader reader) {
        this.reader = reader;
    }

    private record Key(MemoryId memory, String idempotencyKey) {}

    private record Attempt(String request, CompletableFuture<Acknowledged> answer) {
        int weight() {
            return 1 + (answer.isDone() ? answer.join().ids().size() : 0);
        }
    }

    /** What the first write with this key was acknowledged with; {@code write} if this is it. */
    Acknowledged once(Call call, String idempotencyKey, Supplier<Acknowledged> write)
            throws IOException {
        Key key = new Key(call.memory(), idempotencyKey);
        Attempt mine = new Attempt(fingerprint(call), new CompletableFuture<>());
        Attempt first = attempts.asMap().putIfAbsent(key, mine);
        if (first != null) {
            if (!first.request().equals(mine.request())) {
                throw reused(idempotencyKey);
            }
            return join(first.answer());
        }
        try {
            Acknowledged remembered = remembered(call.memory(), idempotencyKey);
            mine.answer().complete(remembered == null ? write.get() : remembered);
            // Weighed anew, now that it is known how much it holds.
            attempts.asMap().replace(key, mine, mine);
        } catch (RuntimeException e) {
            attempts.asMap().remove(key, mine);
            mine.answer().completeExceptionally(e);
            throw e;
        }
        return mine.answer().join();
    }

    private Acknowledged remembered(MemoryId memory, String idempotencyKey) {
        try {
            CommandOutcome outcome =
                    reader.ask(memory, new FindAnswer(idempotencyKey), List.of(), LOOK_UP).value();
            return outcome == null
                    ? null
                    : new Acknowledged(
                            outcome.position(),
                            outcome.items().stream().map(ItemOutcome::id).toList());
        } catch (StateUnavailableException | PositionNotReachedException e) {
            // The memory is recovering. Writing again is safe: ids follow from the key, and whoever
            // applies the command knows the key.
            return null;
        }
    }

    private static Acknowledged join(CompletableFuture<Acknowledged> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static RuntimeException reused(String idempotencyKey) {
        return Problem.of(
                        422,
                        "idempotency-key-reused",
                        "The Idempotency-Key was used for another request",
                        "Idempotency-Key \""
                                + idempotencyKey
                                + "\" came with another request before; use a new key for a new"
                                + " request")
                .exception();
    }

    /** What tells one request from another: method, path, view and body. */
    private static String fingerprint(Call call) throws IOException {
        MessageDigest sha = Ids.sha256();
        sha.update(
                (call.context().method() + " " + call.context().path() + " " + call.view())
                        .getBytes(StandardCharsets.UTF_8));
        if (call.context().req().getContentLengthLong() != 0) {
            sha.update(call.body());
        }
        return HexFormat.of().formatHex(sha.digest());
    }
}
