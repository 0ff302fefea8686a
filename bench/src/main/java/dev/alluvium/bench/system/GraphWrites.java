package dev.alluvium.bench.system;

import static dev.alluvium.bench.system.Percentiles.rounded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.graph.World.Saying;
import dev.alluvium.bench.graph.World.Thing;
import dev.alluvium.bench.system.Client.Timed;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.util.List;

/**
 * The time from the request that states one fact to the answer that it is applied, in memories that
 * are read meanwhile: whether it depends on how much there is already. Writes to all of them
 * alternate, so that what disturbs one disturbs all.
 */
final class GraphWrites {

    private static final int WARM_UP = 100;

    private final Client client;
    private final Scale scale;

    GraphWrites(Client client, Scale scale) {
        this.client = client;
        this.scale = scale;
    }

    /** One place that is written to. */
    private final class Target {

        final GraphMemory memory;
        final Percentiles millis = new Percentiles();
        final Percentiles coreMillis = new Percentiles();

        Target(GraphMemory memory) {
            this.memory = memory;
        }

        void add(Timed answer) {
            millis.add(answer.millis());
            coreMillis.add(answer.coreMillis());
        }

        Timed observe(Thing of) throws IOException, InterruptedException {
            Saying saying = memory.world().saying();
            return client.post(
                    memory.user(),
                    "/graph/observations?wait=true",
                    GraphMemory.oneObservation(of, saying));
        }

        /** A relation from an entity that is new with it. */
        Timed relate(int number, Thing to) throws IOException, InterruptedException {
            ObjectNode body = Json.object().put("create_missing", true);
            body.putArray("relations")
                    .addObject()
                    .put("source", "Newcomer № " + number)
                    .put("type", "joins")
                    .put("target", to.name());
            return client.post(memory.user(), "/graph/relations?wait=true", body);
        }

        /** So that there is a view to be kept in step. */
        void read() throws IOException, InterruptedException {
            client.get(memory.user(), "/profile");
        }

        ObjectNode toJson() {
            ObjectNode json = millis.toJson();
            json.put("core_p50_ms", rounded(coreMillis.at(0.5)));
            json.set("held", memory.held());
            return json;
        }
    }

    /**
     * @param hub a memory whose first entity has all relations
     */
    ObjectNode measure(GraphMemory small, GraphMemory large, GraphMemory hub)
            throws IOException, InterruptedException {
        Target toSmall = new Target(small);
        Target toSmallAgain = new Target(small);
        Target toLarge = new Target(large);
        Target ofHub = new Target(hub);
        Target ontoHub = new Target(hub);
        List<Target> all = List.of(toSmall, toLarge, ofHub);
        Thing centre = hub.world().things().get(0);
        for (int i = -WARM_UP; i < scale.appends(); i++) {
            Timed inSmall = toSmall.observe(small.world().anyThing());
            Timed inLarge = toLarge.observe(large.world().anyThing());
            Timed again = toSmallAgain.observe(small.world().anyThing());
            Timed aboutHub = ofHub.observe(centre);
            Timed joined = ontoHub.relate(i + WARM_UP, centre);
            for (Target target : all) {
                target.read();
            }
            if (i >= 0) {
                toSmall.add(inSmall);
                toSmallAgain.add(again);
                toLarge.add(inLarge);
                ofHub.add(aboutHub);
                ontoHub.add(joined);
            }
        }
        Progress.say(
                "one fact: among %d entities %s; among %d %s; of the hub %s; onto the hub %s",
                small.entities(),
                toSmall.millis,
                large.entities(),
                toLarge.millis,
                ofHub.millis,
                ontoHub.millis);
        ObjectNode json = Json.object();
        json.set("small", toSmall.toJson());
        json.set("large", toLarge.toJson());
        json.put("large_to_small_p50", rounded(ratio(toLarge, toSmall)));
        // What the same memory differs from itself by is noise.
        json.put("small_to_small_p50", rounded(ratio(toSmallAgain, toSmall)));
        json.set("of_hub", ofHub.toJson());
        json.set("onto_hub", ontoHub.toJson());
        return json;
    }

    private static double ratio(Target one, Target other) {
        return one.millis.at(0.5) / other.millis.at(0.5);
    }
}
