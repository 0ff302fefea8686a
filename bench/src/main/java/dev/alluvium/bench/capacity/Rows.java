package dev.alluvium.bench.capacity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.micro.TextLikeVectors;
import dev.alluvium.bench.system.Sentences;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordJson;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.IntStream;

/** Rows of about 200 bytes of text, as lines of an import, spread evenly over memories. */
final class Rows {

    private static final int CHARACTERS = 195;
    private static final int ENTITIES = 1_000;

    private final Sentences sentences;
    private final TextLikeVectors vectors;

    Rows(long seed) {
        sentences = new Sentences(seed);
        vectors = new TextLikeVectors(seed);
    }

    /** What a row is. */
    enum Kind {
        RECORD,
        TURN,
        OBSERVATION
    }

    Iterator<byte[]> lines(Kind kind, String prefix, int memories, int rows) {
        return IntStream.range(0, rows)
                .mapToObj(i -> line(kind, prefix + i % memories, i))
                .iterator();
    }

    private byte[] line(Kind kind, String user, int number) {
        ObjectNode line = Json.object().put("app", "bench").put("user", user);
        switch (kind) {
            case RECORD -> line.set("record", record());
            case TURN ->
                    line.putObject("turn")
                            .put("session", "s" + number / 1_000)
                            .put("author", "user")
                            .put("content", sentences.next(CHARACTERS));
            case OBSERVATION ->
                    line.putObject("observation")
                            .put("entity", "entity " + number % ENTITIES)
                            .put("content", sentences.next(CHARACTERS));
        }
        byte[] bytes = Json.bytes(line);
        byte[] ended = Arrays.copyOf(bytes, bytes.length + 1);
        ended[bytes.length] = '\n';
        return ended;
    }

    ObjectNode record() {
        ObjectNode record =
                Json.object().put("content", sentences.next(CHARACTERS)).put("scope", "/bench");
        putVector(record);
        return record;
    }

    void putVector(ObjectNode to) {
        RecordJson.putVector(to, "vector", vectors.next());
    }

    String words() {
        return sentences.next(40);
    }
}
