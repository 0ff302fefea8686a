package dev.alluvium.cli.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.util.FileUtils;

/** Files that only the running process needs; what a killed one left of them is rubbish. */
final class WorkingFiles {

    private WorkingFiles() {}

    /** Leaves an empty directory at the path. */
    static void empty(Path directory) throws IOException {
        Files.createDirectories(directory);
        List<Path> leftovers;
        try (var entries = Files.list(directory)) {
            leftovers = entries.toList();
        }
        for (Path leftover : leftovers) {
            delete(leftover);
        }
    }

    static void delete(Path fileOrDirectory) throws IOException {
        FileUtils.deleteFileOrDirectory(fileOrDirectory.toFile());
    }
}
