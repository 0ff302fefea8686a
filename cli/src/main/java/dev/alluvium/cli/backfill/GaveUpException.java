package dev.alluvium.cli.backfill;

import java.io.IOException;
import java.time.Duration;

/** The server has not answered for longer than the user wants to wait. */
final class GaveUpException extends IOException {

    GaveUpException(Duration waited, IOException cause) {
        super("gave up after " + Patience.text(waited) + ": " + Patience.reason(cause), cause);
    }
}
