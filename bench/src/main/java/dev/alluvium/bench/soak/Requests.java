package dev.alluvium.bench.soak;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.bench.soak.Api.Answer;
import dev.alluvium.bench.soak.Invariants.Rule;
import dev.alluvium.state.Position;
import java.io.IOException;

/**
 * Sends requests, times them and checks what holds for each: that positions advance, and that
 * nothing right is refused. Any thread.
 */
final class Requests {

    private final Api api;
    private final Latencies latencies;
    private final Invariants invariants;

    Requests(Api api, Latencies latencies, Invariants invariants) {
        this.api = api;
        this.latencies = latencies;
        this.invariants = invariants;
    }

    Invariants invariants() {
        return invariants;
    }

    int apis() {
        return api.count();
    }

    /** Whether a read of something that is not there is answered as such. */
    enum Absence {
        REFUSED,
        ANSWERED
    }

    private interface Request {
        Answer send() throws IOException, InterruptedException;
    }

    /** A write; null if it went without an acknowledgement. */
    Answer write(Kind kind, int number, Ledger ledger, String method, String path, JsonNode body)
            throws InterruptedException {
        return write(kind, ledger, () -> api.send(number, method, ledger.user, path, body, null));
    }

    /** A write that is done once for its key. */
    Answer once(Kind kind, int number, Ledger ledger, String path, JsonNode body, String key)
            throws InterruptedException {
        return write(kind, ledger, () -> api.once(number, ledger.user, path, body, key));
    }

    /** A repeat of such a write, which is told of the first one's position. */
    Answer again(Kind kind, int number, Ledger ledger, String path, JsonNode body, String key)
            throws InterruptedException {
        return send(kind, Absence.REFUSED, () -> api.once(number, ledger.user, path, body, key));
    }

    private Answer write(Kind kind, Ledger ledger, Request request) throws InterruptedException {
        Position floor = ledger.acknowledged();
        Answer answer = send(kind, Absence.REFUSED, request);
        if (answer == null) {
            return null;
        }
        Position position = Position.parse(answer.body().path("position").asText());
        invariants.check(
                Rule.POSITIONS_ADVANCE,
                floor == null || isLater(position, floor),
                "a %s of %s was given %s after %s",
                kind.label(),
                ledger.user,
                position,
                floor);
        ledger.acknowledged(position);
        return answer;
    }

    private static boolean isLater(Position position, Position floor) {
        return position.partition() == floor.partition() && position.offset() > floor.offset();
    }

    /** A read of what is acknowledged by now; null if it went without an answer. */
    Answer read(
            Kind kind,
            int number,
            Ledger ledger,
            String method,
            String path,
            JsonNode body,
            Absence absence)
            throws InterruptedException {
        Position floor = ledger.seen();
        Position atLeast = ledger.acknowledged();
        Answer answer =
                send(
                        kind,
                        absence,
                        () -> api.send(number, method, ledger.user, path, body, atLeast));
        if (answer != null && answer.seen() != null) {
            invariants.check(
                    Rule.POSITIONS_ADVANCE,
                    floor == null || floor.equals(answer.seen()) || isLater(answer.seen(), floor),
                    "a %s of %s saw %s after %s",
                    kind.label(),
                    ledger.user,
                    answer.seen(),
                    floor);
            ledger.seen(answer.seen());
        }
        return answer;
    }

    private Answer send(Kind kind, Absence absence, Request request) throws InterruptedException {
        try {
            Answer answer = request.send();
            latencies.add(kind, answer.millis());
            boolean isAbsent = answer.status() == 404 && absence == Absence.ANSWERED;
            if (answer.status() >= 500 || answer.status() == 429) {
                latencies.failed(kind, Integer.toString(answer.status()));
                return null;
            }
            invariants.check(
                    Rule.NOTHING_REFUSED,
                    answer.isDone() || isAbsent,
                    "a %s was answered %d: %s",
                    kind.label(),
                    answer.status(),
                    answer.body());
            return answer.isDone() || isAbsent ? answer : null;
        } catch (IOException e) {
            latencies.failed(kind, e.getClass().getSimpleName());
            return null;
        }
    }
}
