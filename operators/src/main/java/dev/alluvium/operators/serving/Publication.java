package dev.alluvium.operators.serving;

import dev.alluvium.state.serving.Endpoint;
import dev.alluvium.state.wire.Wire;
import java.util.UUID;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Makes a subtask reachable from other processes for as long as it runs: its process's state server
 * answers for it, and the others are told where.
 */
public final class Publication implements AutoCloseable {

    private final StateRegistry registry;
    private final Announcer announcer;
    private final Endpoint endpoint;

    /**
     * @param attempt how often the subtask was started before
     */
    public Publication(
            ServerSettings settings, StateRegistry registry, SubtaskState subtask, int attempt) {
        this.registry = registry;
        StateServer server = registry.startServer(settings);
        KeyGroupRange range =
                KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
                        subtask.maxParallelism(), subtask.parallelism(), subtask.index());
        endpoint =
                new Endpoint(
                        UUID.randomUUID().toString(),
                        server.host(),
                        server.port(),
                        range.getStartKeyGroup(),
                        range.getEndKeyGroup(),
                        subtask.maxParallelism(),
                        subtask.parallelism(),
                        attempt,
                        Wire.FORMAT);
        announcer = announced(settings);
    }

    private Announcer announced(ServerSettings settings) {
        Announcer opened = null;
        try {
            opened = settings.announcer().open();
            opened.announce(endpoint);
            return opened;
        } catch (RuntimeException e) {
            if (opened != null) {
                opened.close();
            }
            registry.stopServer();
            throw e;
        }
    }

    @Override
    public void close() {
        try {
            announcer.withdraw(endpoint);
        } finally {
            announcer.close();
            registry.stopServer();
        }
    }
}
