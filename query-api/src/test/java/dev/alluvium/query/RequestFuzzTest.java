package dev.alluvium.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.query.OpenApi.Operation;
import dev.alluvium.query.RequestFuzz.Request;
import dev.alluvium.query.TestingClient.Reply;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** No request makes the server fail; repeat a run with {@code -Dfuzz.seed=…}. */
class RequestFuzzTest extends ServerTest {

    private static final int ROUNDS = 100;
    private static final int HALF_PAIR_ROUNDS = 40;

    private final OpenApi contract = OpenApi.load();

    @Test
    void noRequestIsAnsweredWithAFault() {
        long seed = seed();
        assertThat(send(new RequestFuzz(contract, seed), seed, ROUNDS))
                .contains(200, 202, 400, 404);
    }

    @Test
    void textsThatAreNoUnicodeAreRefused() {
        long seed = seed();
        List<String> texts = List.of(RequestFuzz.HALF_PAIR, "a" + RequestFuzz.HALF_PAIR);
        assertThat(send(new RequestFuzz(contract, seed, texts), seed, HALF_PAIR_ROUNDS))
                .contains(400);
    }

    private static long seed() {
        long seed = Long.getLong("fuzz.seed", System.nanoTime());
        System.out.println("request fuzz: -Dfuzz.seed=" + seed);
        return seed;
    }

    /** Sends each operation so often; the statuses seen, none of which is a fault. */
    private Set<Integer> send(RequestFuzz fuzz, long seed, int rounds) {
        List<Operation> operations =
                contract.operations().stream()
                        .filter(operation -> !operation.path().endsWith("/events"))
                        .toList();
        Set<Integer> seen = new TreeSet<>();
        for (int round = 0; round < rounds; round++) {
            for (Operation operation : operations) {
                Request request = fuzz.next(operation);
                Reply reply =
                        client.send(
                                request.method(),
                                request.path(),
                                request.body(),
                                request.headers());
                boolean waitedForNothing =
                        reply.status() == 504
                                && List.of(request.headers()).contains("Alluvium-Position");
                seen.add(reply.status());
                assertThat(reply.status() < 500 || waitedForNothing)
                        .as("seed %d: %s -> %d %s", seed, request, reply.status(), reply.text())
                        .isTrue();
                if (reply.status() >= 400) {
                    assertThat(reply.header("Content-Type"))
                            .as("seed %d: %d to %s", seed, reply.status(), request)
                            .isEqualTo("application/problem+json");
                }
            }
        }
        return seen;
    }
}
