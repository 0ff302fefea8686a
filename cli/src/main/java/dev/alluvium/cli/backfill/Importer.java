package dev.alluvium.cli.backfill;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.cli.client.ApiClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Sends the rows of a chunk until the server has acknowledged them all. Used by one thread. */
final class Importer {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final ApiClient client;
    private final Patience patience;
    private final String path;

    /**
     * @param infer whether a language model decides what records leave open
     */
    Importer(ApiClient client, Patience patience, boolean infer) {
        this.client = client;
        this.patience = patience;
        path = infer ? "/v1/import?infer=true" : "/v1/import";
    }

    /**
     * What became of a chunk.
     *
     * @param rejections by line of the source, those the server never saw among them
     * @param position the last the log acknowledged, or null
     */
    record Acknowledged(long accepted, List<Rejection> rejections, String position) {}

    Acknowledged send(Chunk chunk) throws IOException, InterruptedException, StoppedException {
        List<Rejection> rejections = new ArrayList<>(chunk.refused());
        Answer answer =
                chunk.rows().isEmpty()
                        ? new Answer(0, null)
                        : send(chunk, 0, chunk.rows().size(), rejections);
        rejections.sort(Comparator.comparingLong(Rejection::line));
        return new Acknowledged(answer.accepted(), rejections, answer.position());
    }

    /** What became of some rows. */
    private record Answer(long accepted, String position) {}

    private Answer send(Chunk chunk, int from, int to, List<Rejection> rejections)
            throws IOException, InterruptedException, StoppedException {
        byte[] body = body(chunk.rows().subList(from, to));
        JsonNode answer =
                patience.ask(
                        () ->
                                client.post(
                                        path,
                                        "application/x-ndjson",
                                        BodyPublishers.ofByteArray(body),
                                        TIMEOUT));
        JsonNode listed = answer.path("rejections");
        if (answer.path("rejected").asLong() > listed.size() && to - from > 1) {
            // A server lists so many and counts the rest. Sending again changes nothing, so ask in
            // halves until each is named.
            int middle = (from + to) >>> 1;
            Answer first = send(chunk, from, middle, rejections);
            Answer second = send(chunk, middle, to, rejections);
            return new Answer(
                    first.accepted() + second.accepted(),
                    second.position() == null ? first.position() : second.position());
        }
        for (JsonNode rejection : listed) {
            int row = from + rejection.path("line").asInt() - 1;
            rejections.add(
                    new Rejection(
                            chunk.numbers().get(row),
                            rejection.path("detail").asText(),
                            chunk.rows().get(row)));
        }
        return new Answer(answer.path("accepted").asLong(), answer.path("position").textValue());
    }

    private static byte[] body(List<byte[]> rows) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (byte[] row : rows) {
            body.writeBytes(row);
            body.write('\n');
        }
        return body.toByteArray();
    }
}
