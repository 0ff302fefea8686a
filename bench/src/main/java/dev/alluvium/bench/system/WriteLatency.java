package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.io.IOException;

/**
 * The time from a write's request to an answer that knows it is applied, or a read that sees it.
 */
final class WriteLatency {

    private static final int WARM_UP = 50;

    private final Client system;
    private final Scale scale;

    WriteLatency(Client system, Scale scale) {
        this.system = system;
        this.scale = scale;
    }

    /**
     * @param memory it is written to
     */
    ObjectNode measure(String memory) throws IOException, InterruptedException {
        Records records = new Records(memory, scale.seed() + 7);
        Sentences sentences = new Sentences(scale.seed() + 8);
        Percentiles turns = new Percentiles();
        Percentiles turnsRead = new Percentiles();
        Percentiles vectors = new Percentiles();
        Percentiles vectorsRead = new Percentiles();
        for (int i = -WARM_UP; i < scale.appends(); i++) {
            double turn = system.post(memory, "/turns?wait=true", turn(sentences)).millis();
            double turnRead =
                    system.post(memory, "/turns", turn(sentences)).millis()
                            + system.get(memory, "/turns?limit=1").millis();
            double vector = system.post(memory, "/records?wait=true", records.single()).millis();
            double vectorRead =
                    system.post(memory, "/records", records.single()).millis()
                            + system.get(memory, "/records?limit=1").millis();
            if (i >= 0) {
                turns.add(turn);
                turnsRead.add(turnRead);
                vectors.add(vector);
                vectorsRead.add(vectorRead);
            }
        }
        Progress.say("append to visible: turn %s; record with vector %s", turns, vectors);
        Progress.say("append, then read: turn %s; record with vector %s", turnsRead, vectorsRead);
        ObjectNode json = Json.object();
        json.set("turn", turns.toJson());
        json.set("turn_then_read", turnsRead.toJson());
        json.set("record", vectors.toJson());
        json.set("record_then_read", vectorsRead.toJson());
        return json;
    }

    private static ObjectNode turn(Sentences sentences) {
        ObjectNode body = Json.object();
        body.putArray("turns")
                .addObject()
                .put("session", "latency")
                .put("author", "Caroline")
                .put("content", sentences.next(120));
        return body;
    }
}
