package dev.alluvium.cli.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * One server with default options for the tests that need nothing else: starting one takes time.
 */
final class SharedServer implements BeforeAllCallback {

    private static final Namespace NAMESPACE = Namespace.create(SharedServer.class);

    private Running running;

    @Override
    public void beforeAll(ExtensionContext context) {
        running =
                context.getRoot()
                        .getStore(NAMESPACE)
                        .getOrComputeIfAbsent("server", none -> Running.start(), Running.class);
    }

    Program program() {
        return running.program();
    }

    Path data() {
        return running.directory().resolve("data");
    }

    Memory memory(String app, String user) throws Exception {
        return new Memory(program().url(), app, user);
    }

    private record Running(Program program, Path directory) implements AutoCloseable {

        static Running start() {
            try {
                Path directory = Files.createTempDirectory("alluvium-shared-server");
                return new Running(Program.serve(directory.resolve("data"), 0), directory);
            } catch (Exception e) {
                throw new IllegalStateException("the server did not start", e);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                program.kill();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
