package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.graph.World;
import dev.alluvium.bench.system.Client.Timed;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Stream;

/**
 * How long reads of a graph take, now and in the past on either axis. The reads of all moments
 * alternate, so that what disturbs one disturbs all; no question is asked twice.
 */
final class GraphReads {

    private static final int WARM_UP = 100;
    private static final int LIMIT = 10;
    private static final int OPENED = 5;
    private static final int REVISED = 200;

    /** Records, and turns, beside the graph that the combined search ranks them with. */
    private static final int BESIDE = 1_000;

    /** Nearly all facts have begun, few have ended. */
    private static final Instant THEN = Instant.parse("2024-01-01T00:00:00Z");

    private final Client client;
    private final Scale scale;

    GraphReads(Client client, Scale scale) {
        this.client = client;
        this.scale = scale;
    }

    /** Where a read looks on the two axes. */
    private enum Moment {
        NOW(false, false),
        AS_OF(true, false),
        KNOWN_AT(false, true),
        BOTH(true, true);

        private final boolean isThen;
        private final boolean isAsKnown;

        Moment(boolean isThen, boolean isAsKnown) {
            this.isThen = isThen;
            this.isAsKnown = isAsKnown;
        }

        ObjectNode body(Instant known) {
            ObjectNode body = Json.object();
            if (isThen) {
                body.put("as_of", THEN.toString());
            }
            if (isAsKnown) {
                body.put("known_at", known.toString());
            }
            return body;
        }

        String parameters(Instant known) {
            StringJoiner all = new StringJoiner("&", "?", "").setEmptyValue("");
            body(known)
                    .properties()
                    .forEach(each -> all.add(each.getKey() + "=" + each.getValue().asText()));
            return all.toString();
        }
    }

    /** Latencies of one kind of read, by moment. */
    private static final class Latencies {
        private final Map<Moment, Percentiles> millis = new EnumMap<>(Moment.class);
        private long bytes;
        private int reads;

        Latencies() {
            for (Moment moment : Moment.values()) {
                millis.put(moment, new Percentiles());
            }
        }

        void add(Moment moment, Timed answer) {
            millis.get(moment).add(answer.millis());
            bytes += answer.bytes();
            reads++;
        }

        ObjectNode toJson() {
            ObjectNode json = Json.object();
            millis.forEach(
                    (moment, each) ->
                            json.set(moment.name().toLowerCase(Locale.ROOT), each.toJson()));
            return json.put("mean_answer_bytes", bytes / reads);
        }

        @Override
        public String toString() {
            return millis.get(Moment.NOW) + ", in the past on both axes " + millis.get(Moment.BOTH);
        }
    }

    /** Some facts are revised first, so that what was known differs from what is known. */
    ObjectNode measure(GraphMemory memory) throws IOException, InterruptedException {
        Instant known = revise(memory);
        Latencies search = new Latencies();
        Latencies open = new Latencies();
        Latencies card = new Latencies();
        for (int i = -WARM_UP; i < scale.queries(); i++) {
            for (Moment moment : Moment.values()) {
                ObjectNode body = moment.body(known);
                Timed found = client.post(memory.user(), "/graph/search", search(body, memory, i));
                Timed opened = client.post(memory.user(), "/graph/open", open(body, memory));
                Timed drawn = client.get(memory.user(), "/profile" + moment.parameters(known));
                if (i >= 0) {
                    search.add(moment, found);
                    open.add(moment, opened);
                    card.add(moment, drawn);
                }
            }
        }
        Progress.say("%s: search %s", memory.user(), search);
        Progress.say("%s: open %s", memory.user(), open);
        Progress.say("%s: card %s", memory.user(), card);
        ObjectNode json = Json.object();
        json.set("held", memory.held());
        json.set("search_nodes", search.toJson());
        json.set("open_nodes", open.toJson());
        json.set("profile_card", card.toJson());
        return json;
    }

    /** The search that ranks the graph, records and turns together, in a memory that has all. */
    ObjectNode combined(GraphMemory memory) throws IOException, InterruptedException {
        fillUp(memory);
        Percentiles graph = new Percentiles();
        Percentiles all = new Percentiles();
        for (int i = -WARM_UP; i < scale.queries(); i++) {
            Timed nodes =
                    client.post(memory.user(), "/graph/search", search(Json.object(), memory, i));
            Timed ranked = client.post(memory.user(), "/search", search(Json.object(), memory, i));
            if (i >= 0) {
                graph.add(nodes.millis());
                all.add(ranked.millis());
            }
        }
        Progress.say("%s: combined search %s, of the graph alone %s", memory.user(), all, graph);
        ObjectNode json = Json.object();
        json.set("held", memory.held().put("records", BESIDE).put("turns", BESIDE));
        json.set("search", all.toJson());
        json.set("search_nodes", graph.toJson());
        return json;
    }

    private void fillUp(GraphMemory memory) throws IOException, InterruptedException {
        Records records = new Records(memory.user(), scale.seed());
        client.importAll(Stream.generate(records::line).limit(BESIDE).iterator(), BESIDE);
        client.importAll(new TurnLines(memory.user(), BESIDE, scale.seed()), BESIDE);
    }

    /**
     * Corrects and ends facts.
     *
     * @return when the memory did not know of it yet
     */
    private Instant revise(GraphMemory memory) throws IOException, InterruptedException {
        World world = memory.world();
        List<String> facts = new ArrayList<>();
        for (int i = 0; i < REVISED; i++) {
            ObjectNode body = GraphMemory.oneObservation(world.anyThing(), world.saying());
            Timed added = client.post(memory.user(), "/graph/observations?wait=true", body);
            facts.add(added.body().get("ids").get(0).asText());
        }
        Instant known = Instant.now();
        for (int i = 0; i < REVISED; i++) {
            String path = "/graph/facts/" + facts.get(i);
            if (i % 2 == 0) {
                String content = world.saying().content();
                client.post(
                        memory.user(), path + "/correct", Json.object().put("content", content));
            } else {
                client.post(memory.user(), path + "/invalidate", Json.object());
            }
        }
        return known;
    }

    private static ObjectNode search(ObjectNode body, GraphMemory memory, int turn) {
        return body.deepCopy()
                .put("query", memory.world().question(Math.floorMod(turn, 3)))
                .put("limit", LIMIT);
    }

    private static ObjectNode open(ObjectNode body, GraphMemory memory) {
        ObjectNode names = body.deepCopy();
        for (int i = 0; i < OPENED; i++) {
            names.withArray("names").add(memory.world().anyThing().name());
        }
        return names;
    }
}
