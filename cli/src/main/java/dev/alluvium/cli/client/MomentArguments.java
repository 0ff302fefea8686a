package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Option;

/** Where on both time axes a command looks. */
final class MomentArguments {

    @Option(
            names = "--as-of",
            paramLabel = "TIME",
            description = "What was true at this time; default: now.")
    private String asOf;

    @Option(
            names = "--known-at",
            paramLabel = "TIME",
            description = "What the memory knew at this time; default: what it knows now.")
    private String knownAt;

    void put(ObjectNode body) {
        MemoryArguments.put(body, "as_of", asOf);
        MemoryArguments.put(body, "known_at", knownAt);
    }

    /** As parameters of a query string that has others before it. */
    String parameters() {
        return parameter("as_of", asOf) + parameter("known_at", knownAt);
    }

    static String parameter(String name, String value) {
        return value == null
                ? ""
                : "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
