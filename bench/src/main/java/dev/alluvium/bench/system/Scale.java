package dev.alluvium.bench.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.util.List;

/**
 * How much is measured.
 *
 * @param repetitions of each rate, alternating with its peer
 * @param turns in one repetition
 * @param held sizes of the memories that records are written to and recalled from
 * @param written records in one repetition
 * @param appends single writes timed
 * @param queries recalls timed for each size
 * @param embedded texts in one repetition of the embedding rate
 * @param entities of the graphs that are read and written to, the smallest first
 * @param relations of the graph that has many
 * @param writtenEntities in one repetition, with their observations and as many relations
 * @param seed of all that is generated
 */
record Scale(
        int repetitions,
        int turns,
        List<Integer> held,
        int written,
        int appends,
        int queries,
        int embedded,
        List<Integer> entities,
        int relations,
        int writtenEntities,
        long seed) {

    static final Scale FULL =
            new Scale(
                    5,
                    40_000,
                    List.of(1_000, 10_000, 100_000),
                    10_000,
                    500,
                    1_000,
                    500,
                    List.of(1_000, 20_000),
                    75_000,
                    10_000,
                    1);

    static final Scale QUICK =
            new Scale(
                    3,
                    20_000,
                    List.of(1_000, 10_000),
                    4_000,
                    100,
                    100,
                    100,
                    List.of(1_000, 5_000),
                    10_000,
                    4_000,
                    1);

    Scale withTurns(int count) {
        return new Scale(
                repetitions,
                count,
                held,
                written,
                appends,
                queries,
                embedded,
                entities,
                relations,
                writtenEntities,
                seed);
    }

    Scale withHeld(List<Integer> sizes) {
        return new Scale(
                repetitions,
                turns,
                sizes,
                written,
                appends,
                queries,
                embedded,
                entities,
                relations,
                writtenEntities,
                seed);
    }

    Scale withGraphs(List<Integer> sizes, int ties) {
        return new Scale(
                repetitions,
                turns,
                held,
                written,
                appends,
                queries,
                embedded,
                sizes,
                ties,
                writtenEntities,
                seed);
    }

    ObjectNode toJson() {
        ObjectNode json =
                Json.object()
                        .put("repetitions", repetitions)
                        .put("turns", turns)
                        .put("written", written)
                        .put("appends", appends)
                        .put("queries", queries)
                        .put("embedded", embedded)
                        .put("relations", relations)
                        .put("written_entities", writtenEntities)
                        .put("seed", seed);
        held.forEach(json.putArray("held")::add);
        entities.forEach(json.putArray("entities")::add);
        return json;
    }
}
