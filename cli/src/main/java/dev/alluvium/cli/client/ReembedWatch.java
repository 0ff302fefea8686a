package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Asks a server to embed memories anew, a few at once, and looks after them until each is done or
 * has failed. A server that is away is waited for. Used by one thread.
 */
final class ReembedWatch {

    /** Memories that the server is asked to embed at once. */
    private static final int AT_ONCE = 8;

    private static final Duration PAUSE = Duration.ofMillis(250);

    private final ApiClient client;
    private final boolean anew;
    private final Duration giveUpAfter;
    private final Consumer<String> line;
    private final Map<MemoryId, JsonNode> underWay = new LinkedHashMap<>();
    private long awaySince;
    private long done;
    private long embedded;
    private int failed;

    /**
     * @param anew whether vectors of the same embedder are made again, too
     * @param giveUpAfter how long a server that does not answer is waited for
     * @param line takes what is to be said once
     */
    ReembedWatch(ApiClient client, boolean anew, Duration giveUpAfter, Consumer<String> line) {
        this.client = client;
        this.anew = anew;
        this.giveUpAfter = giveUpAfter;
        this.line = line;
    }

    /** Shows how far all is. */
    @FunctionalInterface
    interface Progress {

        /**
         * @param done memories
         * @param underWay what the server says of those it embeds
         */
        void at(long done, Map<MemoryId, JsonNode> underWay, long embedded);
    }

    /** Something to ask a server. */
    @FunctionalInterface
    private interface Question {
        JsonNode ask() throws IOException, InterruptedException;
    }

    /** Ends when the last memory is done or has failed. */
    void run(List<MemoryId> memories, Progress progress) throws IOException, InterruptedException {
        Queue<MemoryId> left = new ArrayDeque<>(memories);
        while (!left.isEmpty() || !underWay.isEmpty()) {
            while (underWay.size() < AT_ONCE && !left.isEmpty()) {
                begin(left.remove());
            }
            for (MemoryId memory : new ArrayList<>(underWay.keySet())) {
                look(memory);
            }
            progress.at(done, underWay, embedded);
            if (!underWay.isEmpty()) {
                TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
            }
        }
    }

    /** Texts that got vectors. */
    long embedded() {
        return embedded;
    }

    /** Memories that have failed. */
    int failed() {
        return failed;
    }

    private void begin(MemoryId memory) throws IOException, InterruptedException {
        ObjectNode wish = Json.object().put("anew", anew);
        ask(() -> client.post(ApiClient.path(memory, "/reembed?wait=true"), wish));
        underWay.put(memory, Json.object());
    }

    private void look(MemoryId memory) throws IOException, InterruptedException {
        JsonNode now = ask(() -> client.get(ApiClient.path(memory, "/reembed")));
        switch (now.path("state").asText()) {
            case "running" -> underWay.put(memory, now);
            case "failed" -> {
                underWay.remove(memory);
                failed++;
                line.accept(
                        "%s: stopped at %,d of %,d rows: %s; run the same command again to go on"
                                .formatted(
                                        memory,
                                        now.path("rows_done").asLong(),
                                        now.path("rows").asLong(),
                                        now.path("error").asText()));
            }
            default -> {
                underWay.remove(memory);
                done++;
                embedded += now.path("embedded").asLong();
            }
        }
    }

    private JsonNode ask(Question question) throws IOException, InterruptedException {
        while (true) {
            IOException away;
            try {
                JsonNode answer = question.ask();
                awaySince = 0;
                return answer;
            } catch (ServerUnreachableException e) {
                away = e;
            } catch (ServerProblemException e) {
                if (!e.passes()) {
                    throw e;
                }
                away = e;
            }
            if (awaySince == 0) {
                awaySince = System.nanoTime();
                line.accept("waiting for the server: " + away.getMessage());
            }
            if (System.nanoTime() - awaySince > giveUpAfter.toNanos()) {
                throw away;
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        }
    }
}
