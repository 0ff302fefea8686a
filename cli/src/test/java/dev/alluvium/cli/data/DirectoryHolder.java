package dev.alluvium.cli.data;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Another process for the tests: takes a data directory, says so, and holds it until its input
 * ends.
 */
final class DirectoryHolder {

    static final String HELD = "held";

    private DirectoryHolder() {}

    public static void main(String[] arguments) throws IOException {
        try (DataDirectory directory = DataDirectory.open(Path.of(arguments[0]))) {
            System.out.println(HELD + " " + directory.root());
            System.in.readAllBytes();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
