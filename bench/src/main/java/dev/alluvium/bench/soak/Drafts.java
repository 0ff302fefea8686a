package dev.alluvium.bench.soak;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.micro.TextLikeVectors;
import dev.alluvium.bench.soak.Item.Sort;
import dev.alluvium.bench.system.Sentences;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** Makes up what one worker writes and asks. */
final class Drafts {

    private static final int CHARACTERS = 150;
    private static final int PEOPLE = 10;

    private final AtomicLong numbers;
    private final Sentences sentences;
    private final TextLikeVectors vectors;

    /**
     * @param numbers of all items, over all workers
     */
    Drafts(AtomicLong numbers, long seed) {
        this.numbers = numbers;
        sentences = new Sentences(seed);
        vectors = new TextLikeVectors(seed);
    }

    List<Item> fresh(Sort sort, int count) {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long number = numbers.incrementAndGet();
            String id = sort.name().toLowerCase(Locale.ROOT) + "-" + number;
            String says = sort == Sort.RELATION ? "thing " + number : text(number);
            items.add(new Item(id, sort, says));
        }
        return items;
    }

    /** A text like no other: its number is a word that tells it apart. */
    String text(long number) {
        return sentences.next(CHARACTERS) + " No. " + number;
    }

    String nextText() {
        return text(numbers.incrementAndGet());
    }

    String words() {
        return sentences.next(25);
    }

    void putVector(ObjectNode to) {
        RecordJson.putVector(to, "vector", vectors.next());
    }

    ObjectNode records(List<Item> items, boolean withVectors) {
        ObjectNode body = Json.object();
        ArrayNode array = body.putArray("records");
        for (Item item : items) {
            ObjectNode record =
                    array.addObject()
                            .put("id", item.id)
                            .put("content", item.content)
                            .put("scope", "/soak/" + item.id.length() % 3);
            if (withVectors) {
                putVector(record);
            }
        }
        return body;
    }

    ObjectNode turns(List<Item> items) {
        ObjectNode body = Json.object();
        ArrayNode array = body.putArray("turns");
        items.forEach(
                item ->
                        array.addObject()
                                .put("id", item.id)
                                .put("session", "s")
                                .put("author", "user")
                                .put("content", item.content));
        return body;
    }

    /** Observations of one person, who need not be known. */
    ObjectNode observations(List<Item> items) {
        ObjectNode body = Json.object().put("entity", person()).put("create_missing", true);
        ArrayNode array = body.putArray("observations");
        items.forEach(item -> array.addObject().put("id", item.id).put("content", item.content));
        return body;
    }

    /** Relations of new things to one person. */
    ObjectNode relations(List<Item> items) {
        ObjectNode body = Json.object().put("create_missing", true);
        ArrayNode array = body.putArray("relations");
        items.forEach(
                item ->
                        array.addObject()
                                .put("id", item.id)
                                .put("source", item.content)
                                .put("type", "belongs_to")
                                .put("target", person()));
        return body;
    }

    /** Deletes facts; of a relation its thing as well. */
    static ObjectNode deletion(List<Item> facts) {
        ObjectNode body = Json.object();
        ArrayNode ids = body.putArray("facts");
        ArrayNode things = body.putArray("entities");
        for (Item fact : facts) {
            ids.add(fact.id);
            if (fact.sort == Sort.RELATION) {
                things.add(fact.content);
            }
        }
        return body;
    }

    static ObjectNode ids(List<Item> items) {
        ObjectNode body = Json.object();
        ArrayNode ids = body.putArray("ids");
        items.forEach(item -> ids.add(item.id));
        return body;
    }

    private String person() {
        return "person " + numbers.get() % PEOPLE;
    }
}
