package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.cli.endtoend.Memory.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.awaitility.Awaitility;

/**
 * Writes to one memory while its servers come and go, through the next one when one refuses, and
 * knows for each write whether it was acknowledged. A write without an answer may be there or not,
 * but not by halves; one with an idempotency key is repeated until it is acknowledged and must be
 * there once.
 */
final class WritingClient {

    private static final Duration BACK_LIMIT = Duration.ofSeconds(120);

    private final List<Carrier> servers;
    private final String user;
    private final Random random;
    private final Duration pause;
    private final Consumer<Written> noted;
    private final AtomicLong acknowledged = new AtomicLong();
    private final List<Batch> batches = new ArrayList<>();
    private final Map<Integer, Boolean> turns = new HashMap<>();
    private final List<Integer> keyed = new ArrayList<>();
    private final GraphWrites graph;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private String position = "0:0";
    private int server;

    /** Writes to one server as fast as it goes. */
    WritingClient(Memory memory, String user, long seed) {
        this(List.of(memory::send), user, seed, Duration.ZERO, written -> {});
    }

    /**
     * @param pause between rounds of writes
     * @param noted is told of each acknowledged write that stays as it is
     */
    WritingClient(
            List<Carrier> servers,
            String user,
            long seed,
            Duration pause,
            Consumer<Written> noted) {
        this.servers = servers;
        this.user = user;
        this.pause = pause;
        this.noted = noted;
        random = new Random(seed);
        graph = new GraphWrites(user, random);
    }

    /** Brings requests about the memory to one of its servers. */
    @FunctionalInterface
    interface Carrier {
        Answer send(String method, String path, String body, String... headers)
                throws IOException, InterruptedException;
    }

    /**
     * An acknowledged write.
     *
     * @param server through which it was written
     * @param path where it is read
     * @param text that is there
     */
    record Written(int server, String position, String path, String text) {}

    /** A batch of three records, of which the first may be updated and the second forgotten. */
    private static final class Batch {
        private boolean written;
        private Boolean updated;
        private Boolean forgotten;
    }

    /** Writes until it is stopped; afterwards the memory has applied all that it will. */
    CompletableFuture<Void> start() {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                for (int n = 0; !isStopped(); n++) {
                                    write(n);
                                }
                                repeat(
                                        "/records?wait=true",
                                        "{\"records\":[{\"content\":\"fence\"}]}",
                                        "fence");
                                ended.complete(null);
                            } catch (Exception | Error e) {
                                ended.completeExceptionally(e);
                            }
                        },
                        user);
        thread.setDaemon(true);
        thread.start();
        return ended;
    }

    void stop() {
        stopped.countDown();
    }

    private boolean isStopped() throws InterruptedException {
        return stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The position of the last write that was acknowledged, after the end of writing. */
    String position() {
        return position;
    }

    /** Writes acknowledged so far; any thread may ask. */
    long acknowledged() {
        return acknowledged.get();
    }

    /** Compares the rows of an export with what was acknowledged, after the end of writing. */
    void verify(List<JsonNode> rows) {
        Map<String, String> records = new HashMap<>();
        Set<String> contents = new HashSet<>();
        Set<String> said = new HashSet<>();
        graph.verify(rows);
        for (JsonNode row : rows) {
            if (!row.has("record") && !row.has("turn")) {
                continue;
            }
            JsonNode item = row.has("record") ? row.get("record") : row.get("turn");
            String id = item.path("id").asText();
            String content = item.path("content").asText();
            assertThat(contents.add(content)).as("%s is there once in %s", content, user).isTrue();
            if (row.has("record")) {
                assertThat(records.put(id, content)).as("%s in %s", id, user).isNull();
            } else {
                assertThat(said.add(id)).as("turn %s in %s", id, user).isTrue();
            }
        }
        for (int n = 0; n < batches.size(); n++) {
            verify(n, batches.get(n), records);
        }
        turns.forEach(
                (n, written) -> {
                    boolean first = said.contains("t" + n + "-0");
                    assertThat(said.contains("t" + n + "-1"))
                            .as("turns %d of %s", n, user)
                            .isEqualTo(first);
                    assertThat(first || !written)
                            .as("acknowledged turns %d of %s", n, user)
                            .isTrue();
                });
        for (int n : keyed) {
            assertThat(contents).contains("keyed " + n + " a", "keyed " + n + " b");
        }
    }

    private void verify(int n, Batch batch, Map<String, String> records) {
        String what = "batch " + n + " of " + user;
        boolean there = records.containsKey(id(n, 2));
        assertThat(there || !batch.written).as("acknowledged %s", what).isTrue();
        assertThat(records.containsKey(id(n, 0))).as("all of %s", what).isEqualTo(there);
        if (batch.forgotten == null) {
            assertThat(records.containsKey(id(n, 1))).as("all of %s", what).isEqualTo(there);
        } else if (batch.forgotten) {
            assertThat(records).as("forgotten of %s", what).doesNotContainKey(id(n, 1));
        }
        if (there) {
            String before = content(n, 0);
            String after = "updated " + before;
            String found = records.get(id(n, 0));
            if (batch.updated == null) {
                assertThat(found).as(what).isEqualTo(before);
            } else if (batch.updated) {
                assertThat(found).as("update of %s", what).isEqualTo(after);
            } else {
                assertThat(found).as("unanswered update of %s", what).isIn(before, after);
            }
        }
    }

    private void write(int n) throws IOException, InterruptedException {
        Batch batch = new Batch();
        batches.add(batch);
        String records =
                "{\"records\":[%s,%s,%s]}".formatted(record(n, 0), record(n, 1), record(n, 2));
        String wait = random.nextInt(4) == 0 ? "?wait=true" : "";
        batch.written = attempt("POST", "/records" + wait, records);
        if (batch.written) {
            note("/records/" + id(n, 2), content(n, 2));
        }
        if (batch.written && random.nextInt(3) == 0) {
            String change = "{\"content\":\"updated %s\"}".formatted(content(n, 0));
            batch.updated = attempt("PATCH", "/records/" + id(n, 0), change);
        }
        if (batch.written && random.nextInt(3) == 0) {
            batch.forgotten = attempt("POST", "/forget", "{\"ids\":[\"%s\"]}".formatted(id(n, 1)));
        }
        turns.put(
                n,
                attempt(
                        "POST",
                        "/turns",
                        "{\"turns\":[{\"id\":\"t%1$d-0\",\"content\":\"turn %1$d a\"},{\"id\":\"t%1$d-1\",\"content\":\"turn %1$d b\"}]}"
                                .formatted(n)));
        if (graph.write(n, (path, body) -> attempt("POST", path, body))) {
            note("/graph/entities/source%20" + n, "target " + n);
        }
        if (random.nextInt(3) == 0) {
            repeat(
                    "/records",
                    "{\"records\":[{\"content\":\"keyed %1$d a\"},{\"content\":\"keyed %1$d b\"}]}"
                            .formatted(n),
                    "key-" + n);
            keyed.add(n);
        }
    }

    private void note(String path, String text) {
        noted.accept(new Written(server, position, path, text));
    }

    /**
     * Whether the write was acknowledged; one that is in the log is, though it was not applied in
     * time. Otherwise waits until a server, the next one if there are several, is back.
     */
    private boolean attempt(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        try {
            String[] all = Arrays.copyOf(headers, headers.length + 2);
            all[headers.length] = "Alluvium-Position";
            all[headers.length + 1] = position;
            Answer answer = servers.get(server).send(method, path, body, all);
            boolean late = answer.status() == 504 && answer.body().has("position");
            if (answer.status() < 300 || late) {
                position = answer.body().path("position").asText(position);
                acknowledged.incrementAndGet();
                return true;
            }
            if (answer.status() < 500) {
                throw new AssertionError(
                        "%s %s answered %d: %s"
                                .formatted(method, path, answer.status(), answer.body()));
            }
        } catch (IOException e) {
            // The server is gone: whether it got the write before is what the test is about.
        }
        Awaitility.await()
                .atMost(BACK_LIMIT)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(
                        () -> {
                            server = (server + 1) % servers.size();
                            return servers.get(server).send("GET", "/options", null).status()
                                    == 200;
                        });
        return false;
    }

    private void repeat(String path, String body, String key)
            throws IOException, InterruptedException {
        boolean written = false;
        while (!written) {
            written = attempt("POST", path, body, "Idempotency-Key", key);
        }
    }

    private static String record(int n, int k) {
        return "{\"id\":\"%s\",\"content\":\"%s\"}".formatted(id(n, k), content(n, k));
    }

    private static String id(int n, int k) {
        return "b" + n + "-" + k;
    }

    private static String content(int n, int k) {
        return "batch " + n + " record " + k;
    }
}
