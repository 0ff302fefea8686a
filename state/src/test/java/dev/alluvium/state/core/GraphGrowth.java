package dev.alluvium.state.core;

import dev.alluvium.state.Position;
import dev.alluvium.state.change.Change;
import dev.alluvium.state.change.Change.IndexGraph;
import dev.alluvium.state.change.Change.PutEntity;
import dev.alluvium.state.change.Change.PutFact;
import dev.alluvium.state.change.Change.PutTimeline;
import dev.alluvium.state.codec.GraphCodec;
import dev.alluvium.state.codec.RowCodec;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.store.MemoryRows;
import dev.alluvium.state.vector.CosineCalibration;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Prints what one more fact costs as a graph grows: microseconds, and bytes of rows that are read
 * and written. Rows go through their codecs, as in keyed state.
 */
final class GraphGrowth {

    private static final long[] NONE = {};

    private final MemoryCore core =
            new MemoryCore(
                    MemoryOptions.DEFAULTS, CosineCalibration.identity(), null, Embedded.RECORDS);
    private final TestingRows header = new TestingRows();
    private final Map<Object, byte[]> stored = new HashMap<>();
    private final MemoryRows rows = encodedRows();
    private long readBytes;
    private long writtenBytes;
    private long offset;

    private GraphGrowth() {}

    public static void main(String[] arguments) {
        print("status of 5 values", 5_000, i -> observation("status", "value " + i % 5, i));
        print("status of all different values", 5_000, i -> observation("status", "value " + i, i));
        print("status told backwards", 5_000, i -> observation("status", "value " + i, -i));
        print("texts about one entity", 75_000, i -> observation(null, "text " + i, i));
        print("relations of one entity", 75_000, i -> relation("Hub", "knows", "E" + i));
        print("relations to one entity", 75_000, i -> relation("E" + i, "knows", "Hub"));
        print("entities", 75_000, i -> relation("E" + i, "knows", "F" + i));
        printHub();
    }

    private static String observation(String attribute, String text, int second) {
        return "{entities: [{name: 'Hub', observations: [{content: '%s', %svalid_from: '%s'}]}]}"
                .formatted(
                        text,
                        attribute == null
                                ? ""
                                : "attribute: '%s', single_valued: true, ".formatted(attribute),
                        Instant.EPOCH.plusSeconds(1_000_000_000 + second));
    }

    private static String relation(String source, String type, String target) {
        return "{relations: [{source: '%s', type: '%s', target: '%s'}], create_missing: true}"
                .formatted(source, type, target);
    }

    private static void print(String name, int count, IntFunction<String> command) {
        for (int round = 0; round < 2; round++) {
            GraphGrowth growth = new GraphGrowth();
            int step = count / 5;
            for (int from = 0; from < count; from += step) {
                int sampled = 200;
                for (int i = from; i < from + step - sampled; i++) {
                    growth.apply(TestingMemory.command("assert_facts", command.apply(i)));
                }
                Command[] commands = new Command[sampled];
                for (int i = 0; i < sampled; i++) {
                    int at = from + step - sampled + i;
                    commands[i] = TestingMemory.command("assert_facts", command.apply(at));
                }
                growth.readBytes = 0;
                growth.writtenBytes = 0;
                long start = System.nanoTime();
                for (Command each : commands) {
                    growth.apply(each);
                }
                long nanos = System.nanoTime() - start;
                if (round > 0) {
                    System.out.printf(
                            "%-32s %,8d: %,8d us, %,9d bytes read, %,9d written%n",
                            name,
                            from + step,
                            nanos / sampled / 1000,
                            growth.readBytes / sampled,
                            growth.writtenBytes / sampled);
                }
            }
        }
    }

    /** What is done once to a hub, which has very many facts. */
    private static void printHub() {
        GraphGrowth growth = new GraphGrowth();
        for (int i = 0; i < 75_000; i++) {
            growth.apply(TestingMemory.command("assert_facts", relation("Hub", "knows", "E" + i)));
        }
        for (int i = 0; i < 10; i++) {
            growth.print(
                    "a hub's single-valued attribute",
                    "assert_facts",
                    observation("a" + i, "x", i));
        }
        growth.print(
                "a hub's text is deleted",
                "delete_facts",
                "{observations: [{entity: 'Hub', contents: ['x']}]}");
        growth.print(
                "a hub is merged",
                "identify_entity",
                "{identity: 'merge', entity: 'Hub', into: 'E1'}");
        growth.print(
                "a hub is parted again", "identify_entity", "{identity: 'unmerge', entity: 'Hub'}");
        growth.print("a hub is deleted", "delete_facts", "{entities: ['Hub']}");
    }

    private void print(String name, String kind, String fields) {
        Command command = TestingMemory.command(kind, fields);
        readBytes = 0;
        writtenBytes = 0;
        long start = System.nanoTime();
        apply(command);
        System.out.printf(
                "%-32s %,8d us, %,9d bytes read, %,9d written%n",
                name, (System.nanoTime() - start) / 1000, readBytes, writtenBytes);
    }

    private void apply(Command command) {
        Instant at = Instant.EPOCH.plusSeconds(1_800_000_000L + offset);
        Outcome outcome = core.apply(rows, command, new Position(0, offset++), at);
        if (outcome.answer().refusal() != null) {
            throw new IllegalStateException(outcome.answer().refusal().detail());
        }
        for (Change change : outcome.changes()) {
            if (change instanceof PutEntity put) {
                put("e" + put.ordinal(), GraphCodec.entity(put.entity()));
            } else if (change instanceof PutFact put) {
                put("f" + put.ordinal(), GraphCodec.fact(put.fact()));
            } else if (change instanceof IndexGraph index) {
                put("i" + index.key(), RowCodec.ordinals(index.ordinals()));
            } else if (change instanceof PutTimeline put) {
                if (put.timeline() != null) {
                    put("t" + put.key(), GraphCodec.timeline(put.timeline()));
                }
            }
        }
        header.apply(
                outcome.changes().subList(outcome.changes().size() - 1, outcome.changes().size()));
    }

    private void put(String key, byte[] bytes) {
        writtenBytes += bytes.length;
        stored.put(key, bytes);
    }

    private byte[] get(String key) {
        byte[] bytes = stored.get(key);
        readBytes += bytes == null ? 0 : bytes.length;
        return bytes;
    }

    private MemoryRows encodedRows() {
        InvocationHandler handler =
                (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "entity" -> {
                            byte[] bytes = get("e" + arguments[0]);
                            return bytes == null ? null : GraphCodec.entity(bytes);
                        }
                        case "fact" -> {
                            byte[] bytes = get("f" + arguments[0]);
                            return bytes == null ? null : GraphCodec.fact(bytes);
                        }
                        case "graphIndex" -> {
                            byte[] bytes = get("i" + arguments[0]);
                            return bytes == null ? NONE : RowCodec.ordinals(bytes);
                        }
                        case "timeline" -> {
                            byte[] bytes = get("t" + arguments[0]);
                            return bytes == null ? null : GraphCodec.timeline(bytes);
                        }
                        default -> {
                            return method.invoke(header, arguments);
                        }
                    }
                };
        return (MemoryRows)
                Proxy.newProxyInstance(
                        GraphGrowth.class.getClassLoader(),
                        new Class<?>[] {MemoryRows.class},
                        handler);
    }
}
