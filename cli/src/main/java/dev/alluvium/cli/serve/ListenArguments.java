package dev.alluvium.cli.serve;

import dev.alluvium.job.option.AlluviumOptions;
import java.util.Map;
import picocli.CommandLine.Option;

/** The arguments that say where an HTTP server listens. */
final class ListenArguments {

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "Address the HTTP server listens on.")
    private String host;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Port of the HTTP server; 0 takes a free one.")
    private String port;

    /** Adds them to arguments that are options. */
    void addTo(Map<String, String> named) {
        named.put(AlluviumOptions.HOST.key(), host);
        named.put(AlluviumOptions.PORT.key(), port);
    }
}
