package dev.alluvium.cli.data;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The data directory of a one-machine system, held for one process at a time.
 *
 * <pre>
 * DIR/layout        the version of this layout
 * DIR/lock          held while a process uses the directory; its text is that process's id
 * DIR/kafka/        the broker's log
 * DIR/checkpoints/  the job's checkpoints
 * DIR/rocksdb/      working state of the running job, worthless after it
 * DIR/tmp/          other working files, worthless after the process
 * </pre>
 *
 * <p>The operating system drops the lock when the process dies, however it dies.
 */
public final class DataDirectory implements AutoCloseable {

    private static final int LAYOUT = 1;
    private static final String LAYOUT_FILE = "layout";
    private static final String LAYOUT_PREFIX = "alluvium data ";
    private static final String LOCK_FILE = "lock";
    private static final List<String> FOLDERS = List.of("kafka", "checkpoints", "rocksdb", "tmp");

    /**
     * The directories this JVM holds. A POSIX lock belongs to the process and falls with the first
     * descriptor of the file that it closes, so a second attempt from here must be refused before
     * it opens the file.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path root;
    private final FileChannel lockChannel;

    private DataDirectory(Path root, FileChannel lockChannel) {
        this.root = root;
        this.lockChannel = lockChannel;
    }

    /**
     * Takes the directory for this process, and creates it and its layout if there is none.
     *
     * @throws IllegalStateException if it is in use, is not ours, has a newer layout or cannot be
     *     written; the message says what to do
     */
    public static DataDirectory open(Path directory) {
        Path root;
        try {
            root = Files.createDirectories(directory.toAbsolutePath()).toRealPath();
        } catch (IOException e) {
            throw unusable(directory, e);
        }
        if (!HELD.add(root)) {
            throw inUse(root, Long.toString(ProcessHandle.current().pid()));
        }
        try {
            refuseForeign(root);
            FileChannel channel = lock(root);
            try {
                checkLayout(root);
                for (String folder : FOLDERS) {
                    Files.createDirectories(root.resolve(folder));
                }
                return new DataDirectory(root, channel);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            HELD.remove(root);
            throw unusable(root, e);
        } catch (RuntimeException e) {
            HELD.remove(root);
            throw e;
        }
    }

    /**
     * Whatever a first start cut short may have left counts as ours; anything else must not be
     * mixed with our files.
     */
    private static void refuseForeign(Path root) throws IOException {
        if (Files.exists(root.resolve(LAYOUT_FILE))) {
            return;
        }
        try (Stream<Path> entries = Files.list(root)) {
            entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> !name.equals(LOCK_FILE) && !name.equals(LAYOUT_FILE + ".new"))
                    .sorted()
                    .findFirst()
                    .ifPresent(
                            name -> {
                                throw new IllegalStateException(
                                        "data directory %s holds other files (%s, …) and no Alluvium data: choose an empty directory or a new name"
                                                .formatted(root, name));
                            });
        }
    }

    private static FileChannel lock(Path root) throws IOException {
        Path file = root.resolve(LOCK_FILE);
        FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw inUse(root, Files.readString(file).strip());
            }
            channel.truncate(0);
            channel.write(StandardCharsets.UTF_8.encode(ProcessHandle.current().pid() + "\n"));
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static void checkLayout(Path root) throws IOException {
        Path file = root.resolve(LAYOUT_FILE);
        if (!Files.exists(file)) {
            Path written = root.resolve(LAYOUT_FILE + ".new");
            Files.writeString(written, LAYOUT_PREFIX + LAYOUT + "\n");
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
            return;
        }
        String text = Files.readString(file).strip();
        int layout = layoutOf(root, text);
        if (layout > LAYOUT) {
            throw new IllegalStateException(
                    "data directory %s has layout %d, and this version knows layouts up to %d: start the newer Alluvium that wrote it"
                            .formatted(root, layout, LAYOUT));
        }
    }

    private static int layoutOf(Path root, String text) {
        if (text.startsWith(LAYOUT_PREFIX)) {
            try {
                return Integer.parseInt(text.substring(LAYOUT_PREFIX.length()));
            } catch (NumberFormatException e) {
                // Falls through: the file is as foreign as one without the prefix.
            }
        }
        throw new IllegalStateException(
                "data directory %s has a file %s that is not Alluvium's (\"%s\"): choose an empty directory or a new name"
                        .formatted(root, LAYOUT_FILE, text.lines().findFirst().orElse("")));
    }

    private static IllegalStateException inUse(Path root, String pid) {
        return new IllegalStateException(
                "data directory %s is in use by process %s: stop that process, or choose another directory"
                        .formatted(root, pid.isEmpty() ? "unknown" : pid));
    }

    private static IllegalStateException unusable(Path directory, IOException e) {
        String reason =
                e instanceof AccessDeniedException
                        ? "permission denied at " + e.getMessage()
                        : e instanceof FileSystemException f && f.getReason() != null
                                ? f.getReason() + " at " + f.getFile()
                                : e.getClass().getSimpleName() + " at " + e.getMessage();
        return new IllegalStateException(
                "data directory %s cannot be used (%s): choose a directory this user can write"
                        .formatted(directory, reason),
                e);
    }

    public Path root() {
        return root;
    }

    public Path kafka() {
        return root.resolve("kafka");
    }

    public Path checkpoints() {
        return root.resolve("checkpoints");
    }

    public Path rocksdb() {
        return root.resolve("rocksdb");
    }

    public Path temporary() {
        return root.resolve("tmp");
    }

    /**
     * Lets the next process have the directory; everything that writes into it must be closed
     * before.
     */
    @Override
    public void close() {
        if (!lockChannel.isOpen()) {
            return;
        }
        try {
            lockChannel.close();
        } catch (IOException e) {
            throw unusable(root, e);
        } finally {
            HELD.remove(root);
        }
    }
}
