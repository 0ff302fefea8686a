package dev.alluvium.cli.backfill;

import dev.alluvium.state.json.InvalidInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The two files beside a source: {@code .progress}, replaced as a whole whenever the server has
 * acknowledged more, and {@code .rejected}, which gets the rejected lines before the progress says
 * so. What the progress does not know of is cut off the rejected lines on the next start, so that
 * none stands there twice. A source that cannot be read again has no progress.
 */
final class ProgressFiles {

    private final Path progress;
    private final Path rejected;
    private final boolean resumable;

    ProgressFiles(Path source, boolean resumable) {
        progress = beside(source, ".progress");
        rejected = beside(source, ".rejected");
        this.resumable = resumable;
    }

    Path progress() {
        return progress;
    }

    Path rejected() {
        return rejected;
    }

    /** What an interrupted run left, or null. */
    Checkpoint load() throws IOException {
        if (!resumable || !Files.exists(progress)) {
            return null;
        }
        try {
            return Checkpoint.ofJson(Files.readAllBytes(progress));
        } catch (InvalidInputException | IllegalArgumentException e) {
            throw new IOException(
                    progress
                            + " cannot be read ("
                            + e.getMessage()
                            + "); start over with --restart",
                    e);
        }
    }

    /** Makes the rejected lines what they were at the checkpoint. */
    void cutRejected(Checkpoint checkpoint) throws IOException {
        if (checkpoint.rejectedBytes() == 0) {
            Files.deleteIfExists(rejected);
        } else if (Files.exists(rejected)) {
            try (RandomAccessFile file = new RandomAccessFile(rejected.toFile(), "rw")) {
                file.setLength(Math.min(file.length(), checkpoint.rejectedBytes()));
            }
        }
    }

    /** Appends rejected lines and says how long their file is now. */
    long append(List<Rejection> rejections) throws IOException {
        if (!rejections.isEmpty()) {
            try (OutputStream out =
                    Files.newOutputStream(
                            rejected, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                for (Rejection rejection : rejections) {
                    out.write(rejection.toJson());
                    out.write('\n');
                }
            }
        }
        return Files.exists(rejected) ? Files.size(rejected) : 0;
    }

    void save(Checkpoint checkpoint) throws IOException {
        if (!resumable) {
            return;
        }
        Path next = progress.resolveSibling(progress.getFileName() + ".next");
        Files.write(next, checkpoint.toJson());
        try {
            Files.move(next, progress, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(next, progress, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    void forget() throws IOException {
        Files.deleteIfExists(progress);
    }

    private static Path beside(Path source, String ending) {
        return source.resolveSibling(source.getFileName() + ending);
    }
}
