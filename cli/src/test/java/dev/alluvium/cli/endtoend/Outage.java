package dev.alluvium.cli.endtoend;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.cli.endtoend.Traffic.Exchange;
import dev.alluvium.state.json.Json;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What clients saw of a fault, in milliseconds since it began.
 *
 * @param fault what was done
 * @param begin when, as {@link System#nanoTime()}
 * @param mended when what was harmed ran again
 * @param seen what clients asked from then on, in the order of the answers
 */
record Outage(String fault, long begin, long mended, List<Exchange> seen) {

    /** When the last client that was refused or not answered was served again; 0 if none was. */
    long healedMillis() {
        Map<String, Exchange> failed = new HashMap<>();
        long healed = begin;
        for (Exchange exchange : seen) {
            if (!exchange.succeeded()) {
                failed.put(exchange.stream(), exchange);
            } else if (failed.remove(exchange.stream()) != null) {
                healed = Math.max(healed, exchange.end());
            }
        }
        return millis(healed);
    }

    /** How long those waited who were told that the memory cannot be read, the shortest first. */
    List<Long> refusalMillis() {
        return seen.stream()
                .filter(exchange -> exchange.status() == 503)
                .map(Exchange::millis)
                .sorted(Comparator.naturalOrder())
                .toList();
    }

    ObjectNode toJson() {
        List<Long> refusals = refusalMillis();
        ObjectNode json = Json.object().put("fault", fault);
        json.put("mended_ms", millis(mended));
        json.put("healed_ms", healedMillis());
        seen.stream()
                .filter(exchange -> !exchange.succeeded())
                .mapToLong(Exchange::end)
                .min()
                .ifPresent(first -> json.put("first_failure_ms", millis(first)));
        json.put("refused", refusals.size());
        json.put("late", count(504));
        json.put("unanswered", count(0));
        if (!refusals.isEmpty()) {
            json.put("refusal_p50_ms", refusals.get(refusals.size() / 2));
            json.put("refusal_max_ms", refusals.get(refusals.size() - 1));
        }
        return json;
    }

    private long count(int status) {
        return seen.stream().filter(exchange -> exchange.status() == status).count();
    }

    private long millis(long moment) {
        return (moment - begin) / 1_000_000;
    }
}
