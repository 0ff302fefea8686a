package dev.alluvium.state.graph.read;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.bitemporal.Known;
import dev.alluvium.state.bitemporal.Statement;
import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.Fact;
import dev.alluvium.state.graph.GraphJson;
import dev.alluvium.state.graph.Provenance;
import dev.alluvium.state.graph.read.Neighbourhood.Neighbour;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordJson;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** What reads of the graph answer, as JSON. */
public final class ShownJson {

    private ShownJson() {}

    /** An entity with its observations and relations. */
    public static ObjectNode write(ShownEntity shown) {
        ObjectNode json = withObservations(shown);
        addAll(json, "relations", shown.relations(), ShownJson::write);
        if (shown.omitted() > 0) {
            json.put("omitted", shown.omitted());
        }
        return json;
    }

    private static ObjectNode withObservations(ShownEntity shown) {
        Entity entity = shown.entity();
        ObjectNode json = Json.object();
        json.put("id", entity.id());
        json.put("name", entity.name());
        json.put("type", shown.type());
        RecordJson.putTexts(json, "aliases", shown.aliases());
        json.put("created_at", entity.created().toString());
        json.put("updated_at", entity.touched().toString());
        addAll(json, "observations", shown.observations(), ShownJson::withoutEntity);
        return json;
    }

    /** A fact that stands by itself: an observation with the name of its entity. */
    public static ObjectNode write(ShownFact shown) {
        return write(shown, true);
    }

    private static ObjectNode withoutEntity(ShownFact shown) {
        return write(shown, false);
    }

    private static ObjectNode write(ShownFact shown, boolean withEntity) {
        ObjectNode json = Json.object().put("id", shown.fact().id());
        putClaim(
                json,
                shown.version().content(),
                withEntity ? shown.subject().name() : null,
                shown.target() == null ? null : shown.target().name());
        if (shown.target() != null) {
            json.put("source", shown.subject().name());
        }
        putFact(json, shown.fact());
        putTimes(json, shown.version());
        return json;
    }

    /** What a search found. */
    public static ObjectNode write(GraphMatches matches) {
        ObjectNode json = Json.object();
        addAll(
                json,
                "matches",
                matches.matches(),
                match -> {
                    ObjectNode item = Json.object();
                    item.set("entity", write(match.node()));
                    return item.put("score", match.score());
                });
        return json.put("suppressed", matches.suppressed());
    }

    public static ObjectNode write(OpenedNodes opened) {
        ObjectNode json = Json.object();
        addAll(json, "entities", opened.nodes(), ShownJson::write);
        RecordJson.putTexts(json, "unknown", opened.unknown());
        return json;
    }

    /** A page: its relations stand beside its entities. */
    public static ObjectNode write(GraphPage page) {
        ObjectNode json = Json.object();
        addAll(json, "entities", page.entities(), ShownJson::withObservations);
        addAll(json, "relations", page.relations(), ShownJson::write);
        return json.put("next_cursor", page.nextCursor());
    }

    public static ObjectNode write(Neighbourhood neighbourhood) {
        ObjectNode json = Json.object();
        json.set("entity", write(neighbourhood.centre()));
        addAll(json, "neighbours", neighbourhood.neighbours(), ShownJson::write);
        return json;
    }

    private static ObjectNode write(Neighbour neighbour) {
        ObjectNode json = Json.object();
        json.set("entity", write(neighbour.node()));
        json.put("distance", neighbour.distance());
        addAll(json, "path", neighbour.path(), ShownJson::write);
        putInterval(json, "valid", neighbour.valid());
        return json;
    }

    /** An entity with all types and names it had, and all facts with all versions. */
    public static ObjectNode write(EntityHistory history) {
        Entity entity = history.entity();
        ObjectNode json = Json.object();
        ObjectNode node = json.putObject("entity");
        node.put("id", entity.id());
        node.put("name", entity.name());
        addAll(node, "types", entity.types(), each -> known("type", each));
        addAll(node, "aliases", entity.aliases(), each -> known("alias", each));
        node.put("created_at", entity.created().toString());
        node.put("updated_at", entity.touched().toString());
        addAll(json, "facts", history.facts(), ShownJson::write);
        return json;
    }

    private static ObjectNode known(String field, Known<String> value) {
        ObjectNode json = Json.object().put(field, value.value());
        putInterval(json, "known", value.known());
        return json;
    }

    /** A fact with all its versions. */
    public static ObjectNode write(HeldFact held) {
        ObjectNode json = Json.object().put("id", held.fact().id());
        putFact(json, held.fact());
        addAll(
                json,
                "versions",
                held.fact().history().versions(),
                version -> version(version, held.entities()));
        return json;
    }

    private static ObjectNode version(Version<Claim> version, Map<Long, Entity> entities) {
        ObjectNode json = Json.object();
        Claim claim = version.content();
        String subject = name(entities, claim.subject());
        claim.match(
                new Claim.Visitor<Void>() {
                    @Override
                    public Void observation(Claim.Observation each) {
                        putClaim(json, each, subject, null);
                        return null;
                    }

                    @Override
                    public Void relation(Claim.Relation each) {
                        json.put("source", subject);
                        putClaim(json, each, null, name(entities, each.target()));
                        return null;
                    }
                });
        putInterval(json, "valid", version.valid());
        putInterval(json, "known", version.known());
        return json.put("ended", version.ended());
    }

    private static String name(Map<Long, Entity> entities, long ordinal) {
        Entity entity = entities.get(ordinal);
        return entity == null ? null : entity.name();
    }

    public static ObjectNode write(GraphDifference difference) {
        ObjectNode json = Json.object();
        addAll(json, "began", difference.began(), ShownJson::write);
        addAll(json, "ended", difference.ended(), ShownJson::write);
        addAll(json, "corrected", difference.corrected(), ShownJson::write);
        return json;
    }

    private static void putClaim(ObjectNode json, Claim claim, String entity, String target) {
        claim.match(
                new Claim.Visitor<Void>() {
                    @Override
                    public Void observation(Claim.Observation each) {
                        RecordJson.put(json, "entity", entity);
                        json.put("content", each.text());
                        RecordJson.put(json, "attribute", each.attribute());
                        return null;
                    }

                    @Override
                    public Void relation(Claim.Relation each) {
                        json.put("type", each.type());
                        json.put("target", target);
                        return null;
                    }
                });
    }

    private static void putFact(ObjectNode json, Fact fact) {
        if (fact.singleValued()) {
            json.put("single_valued", true);
        }
        RecordJson.put(json, "follows", fact.follows());
        RecordJson.put(json, "followed_by", fact.followedBy());
        Set<Provenance> sources = new LinkedHashSet<>();
        for (Statement<Claim, Provenance> statement : fact.statements()) {
            if (statement.stands()) {
                sources.addAll(statement.sources());
            }
        }
        sources.remove(Provenance.NONE);
        addAll(
                json,
                "sources",
                List.copyOf(sources),
                source -> {
                    ObjectNode item = Json.object();
                    GraphJson.putProvenance(item, "source", source);
                    return item;
                });
    }

    private static void putTimes(ObjectNode json, Version<?> version) {
        putInterval(json, "valid", version.valid());
        json.put("known_from", version.known().from().toString());
        RecordJson.put(json, "known_to", version.known().to());
    }

    private static void putInterval(ObjectNode json, String axis, Interval interval) {
        json.put(axis + "_from", interval.from().toString());
        json.put(axis + "_to", text(interval.to()));
    }

    private static String text(Instant instant) {
        return instant == null ? null : instant.toString();
    }

    private static <T> void addAll(
            ObjectNode json, String field, List<T> items, Function<T, ObjectNode> write) {
        ArrayNode array = json.putArray(field);
        items.forEach(item -> array.add(write.apply(item)));
    }
}
