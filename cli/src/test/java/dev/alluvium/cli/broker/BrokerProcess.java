package dev.alluvium.cli.broker;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A broker in a process of its own, for tests that kill it: prints its address and runs until its
 * input ends.
 */
final class BrokerProcess {

    private BrokerProcess() {}

    public static void main(String[] arguments) throws IOException {
        try (EmbeddedBroker broker = EmbeddedBroker.start(Path.of(arguments[0]), 0)) {
            System.out.println(broker.bootstrapServers());
            System.in.readAllBytes();
        }
    }

    static Process start(Path directory) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerProcess.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
