package dev.alluvium.cli.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpTimeoutException;

/** No answer came: nothing listens at the address, or the connection broke or stayed silent. */
public final class ServerUnreachableException extends IOException {

    private final String reason;

    ServerUnreachableException(URI server, IOException cause) {
        super(
                "no answer from "
                        + server
                        + " ("
                        + reason(cause)
                        + "); start one with: alluvium serve, or name another with --url",
                cause);
        reason = reason(cause);
    }

    /** What happened, in a few words. */
    public String reason() {
        return reason;
    }

    private static String reason(IOException cause) {
        if (cause instanceof HttpTimeoutException) {
            return "timed out";
        }
        if (cause instanceof ConnectException) {
            return "connection refused";
        }
        return cause.getMessage() == null ? "connection lost" : cause.getMessage();
    }
}
