package dev.alluvium.cli.processes;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The files by which the processes of a cluster are told what to do and found again, below its data
 * directory.
 *
 * <pre>
 * DIR/cluster/plan.json     what runs, while it runs
 * DIR/cluster/options       Alluvium's options, for all processes
 * DIR/cluster/secret        what query-apis and state servers know each other by
 * DIR/cluster/conf/NAME/    Flink's configuration of a process
 * DIR/cluster/run/NAME      the process: its id and when it was started
 * DIR/cluster/log/NAME.log  what it printed; that of the run before ends in .1
 * DIR/savepoints/           savepoints, unless another place is given
 * DIR/tmp/NAME/             its working files, worthless after it
 * </pre>
 */
record ClusterFiles(Path data) {

    private static final int SECRET_BYTES = 32;

    ClusterFiles {
        data = data.toAbsolutePath().normalize();
    }

    Path root() {
        return data.resolve("cluster");
    }

    Path plan() {
        return root().resolve("plan.json");
    }

    Path options() {
        return root().resolve("options");
    }

    Path secret() {
        return root().resolve("secret");
    }

    Path configuration(Member member) {
        return root().resolve("conf").resolve(member.name());
    }

    Path process(Member member) {
        return processes().resolve(member.name());
    }

    Path processes() {
        return root().resolve("run");
    }

    Path log(Member member) {
        return root().resolve("log").resolve(member.name() + ".log");
    }

    Path checkpoints() {
        return data.resolve("checkpoints");
    }

    Path savepoints() {
        return data.resolve("savepoints");
    }

    Path temporary(Member member) {
        return data.resolve("tmp").resolve(member.name());
    }

    /** Makes the folders and, the first time, a secret that only this user can read. */
    void create() throws IOException {
        for (Path folder :
                new Path[] {root(), root().resolve("conf"), processes(), root().resolve("log")}) {
            Files.createDirectories(folder);
        }
        if (!Files.exists(secret())) {
            byte[] random = new byte[SECRET_BYTES];
            new SecureRandom().nextBytes(random);
            writeOwn(secret(), HexFormat.of().formatHex(random));
        }
    }

    /** Writes a file, whole or not at all, that only this user can read: it may hold keys. */
    static void writeOwn(Path file, String text) throws IOException {
        Path written = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(written);
        Files.createFile(
                written,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(written, text);
        Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Something that changes what runs. */
    interface Change {
        void run() throws IOException, InterruptedException;
    }

    /**
     * Makes a change while no other command makes one; the system lets others in again when the
     * command dies.
     *
     * @throws IllegalStateException if another one is at work
     */
    void exclusively(Change change) throws IOException, InterruptedException {
        Files.createDirectories(root());
        try (FileChannel channel =
                FileChannel.open(
                        root().resolve("lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE)) {
            if (channel.tryLock() == null) {
                throw busy();
            }
            change.run();
        } catch (OverlappingFileLockException e) {
            throw busy();
        }
    }

    private IllegalStateException busy() {
        return new IllegalStateException(
                "another alluvium cluster command works on %s: wait until it has ended"
                        .formatted(data));
    }
}
