package dev.alluvium.cli.backfill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Takes imports as the real server does, as far as a client can tell: keeps each row once by its
 * id, rejects rows whose content is {@code bad}, and fails in the ways it is told to.
 */
final class TestingServer implements AutoCloseable {

    /** What can go wrong with one import. */
    enum Fault {
        /** Answers 503 and keeps nothing. */
        UNAVAILABLE,
        /** Keeps everything, then drops the connection without an answer. */
        KEPT_WITHOUT_ANSWER,
        /** Answers 400 with a problem. */
        REFUSED
    }

    private final HttpServer server;
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final Map<String, JsonNode> rows = new LinkedHashMap<>();
    private final List<Integer> requests = new ArrayList<>();
    private final Deque<Fault> faults = new ArrayDeque<>();
    private String query;
    private Consumer<Integer> onImport = number -> {};
    private int listedRejections = 1000;
    private int barriers;
    private int lateBarriers;

    TestingServer() throws IOException {
        this(0);
    }

    TestingServer(int port) throws IOException {
        server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(executor);
        server.createContext("/v1/import", this::take);
        server.createContext("/v1/memories", this::barrier);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + port());
    }

    int port() {
        return server.getAddress().getPort();
    }

    synchronized void fail(Fault... next) {
        faults.addAll(List.of(next));
    }

    synchronized void onImport(Consumer<Integer> action) {
        onImport = action;
    }

    /** As many reads are told that their position is not reached in time. */
    synchronized void applyLate(int reads) {
        lateBarriers = reads;
    }

    synchronized void listAtMost(int rejections) {
        listedRejections = rejections;
    }

    /** Everything kept, in order of arrival. */
    synchronized List<JsonNode> rows() {
        return List.copyOf(rows.values());
    }

    /** The number of rows of each import that arrived. */
    synchronized List<Integer> requests() {
        return List.copyOf(requests);
    }

    /** What stands behind the path of the latest import, or null. */
    synchronized String query() {
        return query;
    }

    synchronized int barriers() {
        return barriers;
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }

    private synchronized void take(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        List<String> lines = body.lines().toList();
        requests.add(lines.size());
        query = exchange.getRequestURI().getQuery();
        onImport.accept(requests.size());
        Fault fault = faults.poll();
        if (fault == Fault.UNAVAILABLE) {
            answer(exchange, 503, problem(503, "Not ready", "the memories are being recovered"));
            return;
        }
        if (fault == Fault.REFUSED) {
            answer(exchange, 400, problem(400, "The request is not valid", "no good"));
            return;
        }
        ObjectNode result = result(lines);
        if (fault == Fault.KEPT_WITHOUT_ANSWER) {
            exchange.close();
            return;
        }
        answer(exchange, 202, result);
    }

    private ObjectNode result(List<String> lines) {
        ArrayNode rejections = Json.MAPPER.createArrayNode();
        int rejected = 0;
        for (int i = 0; i < lines.size(); i++) {
            String problem = keep(lines.get(i));
            if (problem != null) {
                rejected++;
                if (rejections.size() < listedRejections) {
                    rejections.addObject().put("line", i + 1).put("detail", problem);
                }
            }
        }
        ObjectNode json = Json.object();
        json.put("accepted", lines.size() - rejected).put("rejected", rejected);
        json.set("rejections", rejections);
        json.put("position", "0:" + rows.size());
        return json;
    }

    private String keep(String line) {
        JsonNode row;
        try {
            row = Json.parse(line.getBytes(StandardCharsets.UTF_8));
        } catch (InvalidInputException e) {
            return e.getMessage();
        }
        JsonNode item =
                Stream.of("record", "turn", "entity", "observation", "relation")
                        .map(row::path)
                        .filter(JsonNode::isObject)
                        .findFirst()
                        .orElseThrow();
        if (item.path("content").asText().equals("bad")) {
            return "the content is bad";
        }
        String id = item.hasNonNull("id") ? item.get("id").asText() : item.toString();
        rows.putIfAbsent(row.get("app").asText() + "/" + row.get("user").asText() + "/" + id, row);
        return null;
    }

    private synchronized void barrier(HttpExchange exchange) {
        barriers++;
        if (lateBarriers-- > 0) {
            answer(exchange, 504, problem(504, "Not applied in time", "it is in the log"));
            return;
        }
        exchange.getResponseHeaders().add("Alluvium-Position", "0:" + rows.size());
        answer(exchange, 200, Json.object());
    }

    private static ObjectNode problem(int status, String title, String detail) {
        return Json.object().put("title", title).put("status", status).put("detail", detail);
    }

    private static void answer(HttpExchange exchange, int status, ObjectNode json) {
        byte[] body = Json.bytes(json);
        try (exchange) {
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
