package dev.alluvium.cli.broker;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The configuration of a broker that shares two cores and one heap with everything else. */
final class BrokerProperties {

    static final int NODE_ID = 1;
    static final String CLIENTS = "PLAINTEXT";
    static final String CONTROLLER = "CONTROLLER";

    /** The HTTP limit of a body is 16 MiB; what a command adds to it must fit as well. */
    static final int MAX_MESSAGE_BYTES = 20 << 20;

    private static final int SEGMENT_BYTES = 128 << 20;

    private BrokerProperties() {}

    static Map<String, String> of(Path directory, int clientPort, int controllerPort) {
        Map<String, String> map = new HashMap<>();
        map.put("process.roles", "broker,controller");
        map.put("node.id", Integer.toString(NODE_ID));
        map.put(
                "controller.quorum.voters",
                "%d@%s:%d".formatted(NODE_ID, ReservedSockets.HOST, controllerPort));
        map.put(
                "listeners",
                "%s://%s:%d,%s://%s:%d"
                        .formatted(
                                CLIENTS,
                                ReservedSockets.HOST,
                                clientPort,
                                CONTROLLER,
                                ReservedSockets.HOST,
                                controllerPort));
        map.put("controller.listener.names", CONTROLLER);
        map.put("inter.broker.listener.name", CLIENTS);
        map.put(
                "listener.security.protocol.map",
                "%s:PLAINTEXT,%s:PLAINTEXT".formatted(CLIENTS, CONTROLLER));
        map.put("log.dirs", directory.toString());
        single(map);
        small(map);
        log(map);
        restart(map);
        return map;
    }

    /** One node: everything has one replica, and the job creates its topics itself. */
    private static void single(Map<String, String> map) {
        map.put("auto.create.topics.enable", "false");
        map.put("offsets.topic.replication.factor", "1");
        map.put("transaction.state.log.replication.factor", "1");
        map.put("transaction.state.log.min.isr", "1");
        map.put("share.coordinator.state.topic.replication.factor", "1");
        map.put("share.coordinator.state.topic.min.isr", "1");
        map.put("min.insync.replicas", "1");
        map.put("group.initial.rebalance.delay.ms", "0");
    }

    /** Threads and buffers for one machine; the defaults are for a server of its own. */
    private static void small(Map<String, String> map) {
        map.put("num.network.threads", "1");
        map.put("num.io.threads", "2");
        map.put("num.replica.fetchers", "1");
        map.put("num.recovery.threads.per.data.dir", "2");
        map.put("background.threads", "2");
        map.put("offsets.topic.num.partitions", "1");
        map.put("transaction.state.log.num.partitions", "1");
        map.put("share.coordinator.state.topic.num.partitions", "1");
        map.put("log.cleaner.threads", "1");
        // The smallest buffer that still compacts: the default takes 128 MB of the shared heap.
        map.put("log.cleaner.dedupe.buffer.size", "2097152");
        map.put("offsets.load.buffer.size", "1048576");
    }

    private static void log(Map<String, String> map) {
        map.put("message.max.bytes", Integer.toString(MAX_MESSAGE_BYTES));
        map.put("replica.fetch.max.bytes", Integer.toString(MAX_MESSAGE_BYTES));
        // After a kill the segments above the last flush are read again, so they are kept small.
        map.put("log.segment.bytes", Integer.toString(SEGMENT_BYTES));
        // The kernel keeps acknowledged writes when the process dies; this bounds what a power cut
        // can take.
        map.put("log.flush.interval.ms", "1000");
        map.put("log.flush.scheduler.interval.ms", "500");
        map.put("log.flush.offset.checkpoint.interval.ms", "10000");
        map.put("log.flush.start.offset.checkpoint.interval.ms", "10000");
    }

    /**
     * After a kill the controller holds the dead broker's session for live until it times out, and
     * refuses the new one until then: the timeout is part of the restart. A stall longer than it
     * costs a short fence, which clients retry.
     */
    private static void restart(Map<String, String> map) {
        map.put("broker.session.timeout.ms", "2400");
        map.put("broker.heartbeat.interval.ms", "800");
    }
}
