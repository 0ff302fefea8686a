package dev.alluvium.cli.endtoend;

import dev.alluvium.cli.endtoend.Memory.Answer;
import dev.alluvium.cli.endtoend.WritingClient.Carrier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What the clients of a system asked and how they were answered while it was harmed, and what of
 * that breaks a promise. Any thread adds to it.
 */
final class Traffic {

    private static final Set<Integer> REFUSALS = Set.of(503, 504);

    private final List<Exchange> exchanges = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private int excused = -1;

    /**
     * A request of a client and its answer.
     *
     * @param stream a client and which server it asks for what, of which memory: its requests
     *     follow each other
     * @param begin as {@link System#nanoTime()}, like the end
     * @param status 0 without an answer
     */
    record Exchange(
            String stream,
            String client,
            String user,
            int server,
            long begin,
            long end,
            int status) {

        boolean succeeded() {
            return status > 0 && status < 500;
        }

        long millis() {
            return (end - begin) / 1_000_000;
        }
    }

    /** Names a server that is dead, so that no answers can be expected of it; -1 for none. */
    synchronized void excuse(int server) {
        excused = server;
    }

    /** Carries requests and keeps what is seen. */
    Carrier carrier(String client, String user, int server, Memory memory) {
        return (method, path, body, headers) -> {
            String stream = "%s %s at %d of %s".formatted(client, method, server + 1, user);
            long begin = System.nanoTime();
            try {
                Answer answer = memory.send(method, path, body, headers);
                long end = System.nanoTime();
                add(new Exchange(stream, client, user, server, begin, end, answer.status()));
                check(stream + " " + path, answer);
                return answer;
            } catch (IOException e) {
                long end = System.nanoTime();
                unanswered(new Exchange(stream, client, user, server, begin, end, 0), e);
                throw e;
            }
        };
    }

    private synchronized void add(Exchange exchange) {
        exchanges.add(exchange);
    }

    private synchronized void unanswered(Exchange exchange, IOException failure) {
        exchanges.add(exchange);
        if (exchange.server() != excused) {
            violated(
                    "%s was not answered in %d ms: %s"
                            .formatted(exchange.stream(), exchange.millis(), failure));
        }
    }

    private void check(String what, Answer answer) {
        if (answer.status() < 500) {
            return;
        }
        if (!REFUSALS.contains(answer.status())) {
            violated("%s answered %d: %s".formatted(what, answer.status(), answer.body()));
        }
        String type = answer.headers().firstValue("Content-Type").orElse("");
        if (!type.startsWith("application/problem+json")
                || answer.body().path("status").asInt() != answer.status()) {
            violated(
                    "%s answered %d with no problem but %s: %s"
                            .formatted(what, answer.status(), type, answer.body()));
        }
        if (answer.headers().firstValueAsLong("Retry-After").orElse(0) < 1) {
            violated("%s answered %d without Retry-After".formatted(what, answer.status()));
        }
    }

    /** Notes that a promise was broken. */
    synchronized void violated(String what) {
        violations.add(what);
    }

    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    /** All that ended after a moment, in the order of their ends. */
    synchronized List<Exchange> since(long moment) {
        int first = exchanges.size();
        while (first > 0 && exchanges.get(first - 1).end() > moment) {
            first--;
        }
        return List.copyOf(exchanges.subList(first, exchanges.size()));
    }

    synchronized int size() {
        return exchanges.size();
    }
}
