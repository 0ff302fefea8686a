package dev.alluvium.cli.broker;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import kafka.server.FaultHandlerFactory;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.server.fault.FaultHandler;
import org.apache.kafka.server.fault.FaultHandlerException;
import org.apache.kafka.server.fault.LoggingFaultHandler;

/**
 * Turns a broker's wish to end the JVM into a value: the JVM is shared with the job and the HTTP
 * server, which decide for themselves what a broken broker means.
 *
 * <p>Most faults come through the broker's fault handlers and are known to be its own. A few places
 * in Kafka call {@link Exit} directly (a log directory that fails, a request thread that gives up);
 * those procedures belong to the JVM, so they fail every broker that lives in it. Any thread may
 * report; the first report wins.
 */
final class BrokerFaults implements FaultHandlerFactory, AutoCloseable {

    private static final Set<BrokerFaults> LIVE = ConcurrentHashMap.newKeySet();

    static {
        Exit.setExitProcedure((status, message) -> refuseToExit("exit", status, message));
        Exit.setHaltProcedure((status, message) -> refuseToExit("halt", status, message));
    }

    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();

    BrokerFaults() {
        LIVE.add(this);
    }

    /** Completes, never exceptionally, with the first fatal fault. */
    CompletableFuture<Throwable> failure() {
        return failure;
    }

    @Override
    public FaultHandler build(String name, boolean fatal, Runnable action) {
        FaultHandler logging = new LoggingFaultHandler(name, action);
        if (!fatal) {
            return logging;
        }
        return (message, cause) -> {
            RuntimeException fault = logging.handleFault(message, cause);
            failure.complete(
                    new FaultHandlerException(
                            "the Kafka broker failed in %s: %s".formatted(name, message), cause));
            return fault;
        };
    }

    private static void refuseToExit(String how, int status, String message) {
        IllegalStateException refusal =
                new IllegalStateException(
                        "the Kafka broker asked for %s with status %d%s"
                                .formatted(how, status, message == null ? "" : ": " + message));
        LIVE.forEach(faults -> faults.failure.complete(refusal));
        // Kafka's code takes it for granted that these calls do not return.
        throw refusal;
    }

    /** Later exits are no longer reported here; they still cannot end the JVM. */
    @Override
    public void close() {
        LIVE.remove(this);
    }
}
