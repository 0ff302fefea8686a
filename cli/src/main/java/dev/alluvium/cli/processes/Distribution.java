package dev.alluvium.cli.processes;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The distribution this program runs from: the folder of all jars, and the JVM's options.
 *
 * @param home the folder that holds {@code lib} and {@code jvm.options}
 */
record Distribution(Path home) {

    /** The one that holds this class. */
    static Distribution own() {
        try {
            Path jar =
                    Path.of(
                            Distribution.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            Path home = jar.getParent().getParent();
            if (!Files.exists(home.resolve("jvm.options"))) {
                throw new IllegalStateException(
                        "%s is not part of a distribution: run ./alluvium, which builds one"
                                .formatted(jar));
            }
            return new Distribution(home);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the distribution cannot be located", e);
        }
    }

    /** The arguments of a JVM that runs {@code main}. */
    List<String> java(String main) {
        return List.of("-cp", home.resolve("lib") + "/*", main);
    }

    String options() {
        return "@" + home.resolve("jvm.options");
    }

    /** The JVM that runs this program. */
    static String executable() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
