package dev.alluvium.cli.endtoend;

import dev.alluvium.cli.endtoend.Memory.Answer;
import dev.alluvium.cli.endtoend.WritingClient.Carrier;
import dev.alluvium.cli.endtoend.WritingClient.Written;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Reads back through one server what was written last through whichever, and holds against the
 * answers that a read must see all writes up to the position it names.
 */
final class ReadingClient implements Runnable {

    private static final String TIMEOUT = "?timeout=3000";

    private final Carrier server;
    private final AtomicReference<Written> last;
    private final Traffic traffic;

    ReadingClient(Carrier server, AtomicReference<Written> last, Traffic traffic) {
        this.server = server;
        this.last = last;
        this.traffic = traffic;
    }

    @Override
    public void run() {
        Written written = last.get();
        if (written == null) {
            return;
        }
        try {
            Answer answer =
                    server.send(
                            "GET",
                            written.path() + TIMEOUT,
                            null,
                            "Alluvium-Position",
                            written.position());
            if (answer.status() < 500 && !answer.body().toString().contains(written.text())) {
                traffic.violated(
                        "%s was acknowledged and is not in what was read: %d %s"
                                .formatted(written, answer.status(), answer.body()));
            }
        } catch (IOException e) {
            // The traffic has it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            traffic.violated("reading %s failed: %s".formatted(written, e));
        }
    }
}
