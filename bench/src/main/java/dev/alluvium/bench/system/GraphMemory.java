package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.graph.World;
import dev.alluvium.bench.graph.World.Saying;
import dev.alluvium.bench.graph.World.Thing;
import dev.alluvium.bench.graph.World.Tie;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** A memory that holds a graph: the world in it, and how it is written. */
public final class GraphMemory {

    /** Observations of each entity. */
    static final int OBSERVATIONS = 3;

    private final String user;
    private final World world;
    private final int observations;
    private final List<Tie> ties = new ArrayList<>();

    private GraphMemory(String user, long seed, int entities, int observations) {
        this.user = user;
        this.observations = observations;
        world = new World(seed);
        for (int i = 0; i < entities; i++) {
            world.thing(observations);
        }
    }

    /** A graph with observations of every entity, and relations among them. */
    public static GraphMemory of(String user, long seed, int entities, int relations) {
        GraphMemory memory = new GraphMemory(user, seed, entities, OBSERVATIONS);
        for (int i = 0; i < relations; i++) {
            memory.ties.add(memory.world.tie());
        }
        return memory;
    }

    /** A graph of nothing but relations that all lead to its first entity. */
    static GraphMemory around(String user, long seed, int entities, int relations) {
        GraphMemory memory = new GraphMemory(user, seed, entities, 0);
        List<Thing> things = memory.world.things();
        for (int i = 0; i < relations; i++) {
            Thing from = things.get(1 + i % (entities - 1));
            String type = "tied to in way " + i / (entities - 1);
            memory.ties.add(new Tie(from.name(), type, things.get(0).name()));
        }
        return memory;
    }

    public String user() {
        return user;
    }

    World world() {
        return world;
    }

    List<Tie> ties() {
        return List.copyOf(ties);
    }

    int entities() {
        return world.things().size();
    }

    /** Observations and relations. */
    int facts() {
        return observations * entities() + ties.size();
    }

    int rows() {
        return entities() + ties.size();
    }

    /** What it holds, for the report. */
    ObjectNode held() {
        return Json.object()
                .put("entities", entities())
                .put("observations", observations * entities())
                .put("relations", ties.size());
    }

    /** Import lines: entities with what is said of them, then relations. */
    Iterator<byte[]> lines() {
        Stream<byte[]> entities = world.things().stream().map(each -> line("entity", entity(each)));
        Stream<byte[]> relations = ties.stream().map(each -> line("relation", relation(each)));
        return Stream.concat(entities, relations).iterator();
    }

    /** Writes all of it, and waits until it is applied. */
    public void fill(Client client) throws IOException, InterruptedException {
        double seconds = client.importAll(lines(), rows()).millis() / 1_000;
        Progress.say("%s: %d entities and %d facts in %.1f s", user, entities(), facts(), seconds);
    }

    private byte[] line(String kind, ObjectNode item) {
        ObjectNode line = Json.object().put("app", "bench").put("user", user);
        line.set(kind, item);
        return Lines.ended(line);
    }

    private static ObjectNode entity(Thing thing) {
        ObjectNode json = Json.object().put("name", thing.name()).put("type", thing.type());
        var sayings = json.putArray("observations");
        thing.sayings().forEach(saying -> sayings.add(observation(saying)));
        return json;
    }

    private static ObjectNode observation(Saying saying) {
        ObjectNode json =
                Json.object()
                        .put("content", saying.content())
                        .put("valid_from", saying.validFrom().toString());
        if (saying.validTo() != null) {
            json.put("valid_to", saying.validTo().toString());
        }
        return json;
    }

    private static ObjectNode relation(Tie tie) {
        return Json.object()
                .put("source", tie.source())
                .put("type", tie.type())
                .put("target", tie.target())
                .put("valid_from", World.START.toString());
    }

    /** A body that adds one observation. */
    static ObjectNode oneObservation(Thing of, Saying saying) {
        ObjectNode body = Json.object().put("entity", of.name());
        body.putArray("observations").add(observation(saying));
        return body;
    }
}
