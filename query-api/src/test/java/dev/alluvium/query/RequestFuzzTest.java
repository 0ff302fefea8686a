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

    private final OpenApi contract = OpenApi.load();

    @Test
    void noRequestIsAnsweredWithAFault() {
        long seed = Long.getLong("fuzz.seed", System.nanoTime());
        System.out.println("request fuzz: -Dfuzz.seed=" + seed);
        RequestFuzz fuzz = new RequestFuzz(contract, seed);
        List<Operation> operations =
                contract.operations().stream()
                        .filter(operation -> !operation.path().endsWith("/events"))
                        .toList();
        Set<Integer> seen = new TreeSet<>();
        for (int round = 0; round < ROUNDS; round++) {
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
        assertThat(seen).contains(200, 202, 400, 404);
    }
}
