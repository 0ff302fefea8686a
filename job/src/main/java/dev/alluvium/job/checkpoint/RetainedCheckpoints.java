package dev.alluvium.job.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.api.common.JobID;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;

/**
 * The checkpoints that lie in a directory of any file system that Flink knows, of every job that
 * has written there: {@code <job id>/chk-<number>}.
 *
 * <p>A process that was killed leaves checkpoints it never finished. Flink writes {@code _metadata}
 * last and moves it into place whole, so a checkpoint is complete when that file is there.
 */
public final class RetainedCheckpoints {

    private static final Pattern JOB = Pattern.compile("[0-9a-f]{32}");
    private static final Pattern CHECKPOINT = Pattern.compile("chk-(\\d{1,18})");

    /** Beside the checkpoints of a job, where it was told to start. */
    private static final String START = "started-from";

    private final Path directory;
    private final String operatorUid;

    private RetainedCheckpoints(Path directory, String operatorUid) {
        this.directory = directory;
        this.operatorUid = operatorUid;
    }

    /** Those of a directory that no other job uses. */
    public static RetainedCheckpoints in(Path directory) {
        return new RetainedCheckpoints(directory, null);
    }

    /** Those of jobs with an operator of this uid, whatever else lies in the directory. */
    public static RetainedCheckpoints in(Path directory, String operatorUid) {
        return new RetainedCheckpoints(directory, operatorUid);
    }

    private record Complete(Path path, long number) {}

    /**
     * The complete checkpoint with the highest number. Numbers go on from job to job, because each
     * job starts from its predecessor's newest; file times say nothing after a directory was
     * copied.
     */
    public Optional<Path> newest() throws IOException {
        List<Complete> complete = new ArrayList<>();
        for (Path job : jobs()) {
            complete.addAll(complete(job));
        }
        return newestOfOurs(complete);
    }

    /** The newest complete checkpoint, if it was taken after a savepoint. */
    public Optional<Path> newerThan(Savepoint savepoint) throws IOException {
        return newest().filter(path -> number(path) > savepoint.number());
    }

    /** The complete checkpoint of one job with the highest number. */
    public Optional<Path> newest(JobID job) throws IOException {
        return newestOfOurs(complete(new Path(directory, job.toHexString())));
    }

    /** Notes where a job was told to start. */
    void noteStart(JobID job, String path) throws IOException {
        Path file = new Path(new Path(directory, job.toHexString()), START);
        try (OutputStream out =
                directory.getFileSystem().create(file, FileSystem.WriteMode.OVERWRITE)) {
            out.write(path.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Where the job that took a checkpoint was told to start; empty if it was not. */
    Optional<String> start(Path checkpoint) throws IOException {
        Path file = new Path(checkpoint.getParent(), START);
        FileSystem files = directory.getFileSystem();
        if (!files.exists(file)) {
            return Optional.empty();
        }
        try (InputStream in = files.open(file)) {
            return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Deletes what other jobs left; call it only when no state refers to them any more. */
    public void deleteAllBut(JobID kept) throws IOException {
        FileSystem files = directory.getFileSystem();
        for (Path job : jobs()) {
            boolean other = !job.getName().equals(kept.toHexString());
            if (other && (operatorUid == null || newestOfOurs(complete(job)).isPresent())) {
                files.delete(job, true);
            }
        }
    }

    private Optional<Path> newestOfOurs(List<Complete> complete) throws IOException {
        complete.sort(Comparator.comparingLong(Complete::number).reversed());
        for (Complete checkpoint : complete) {
            if (operatorUid == null || isOurs(checkpoint.path())) {
                return Optional.of(checkpoint.path());
            }
        }
        return Optional.empty();
    }

    private boolean isOurs(Path checkpoint) throws IOException {
        try {
            CheckpointMetadata metadata = Savepoint.metadata(checkpoint);
            return metadata.getOperatorStates().stream()
                    .anyMatch(
                            state ->
                                    state.getOperatorUid().filter(operatorUid::equals).isPresent());
        } catch (IOException e) {
            throw new IOException(
                    "checkpoint %s cannot be read (%s): restore it, or move it away and start from the one before"
                            .formatted(checkpoint, e.getMessage()),
                    e);
        }
    }

    private static long number(Path checkpoint) {
        return Long.parseLong(checkpoint.getName().substring("chk-".length()));
    }

    private List<Complete> complete(Path job) throws IOException {
        List<Complete> complete = new ArrayList<>();
        for (FileStatus entry : list(job)) {
            Matcher matcher = CHECKPOINT.matcher(entry.getPath().getName());
            if (matcher.matches()
                    && directory
                            .getFileSystem()
                            .exists(new Path(entry.getPath(), Savepoint.METADATA))) {
                complete.add(new Complete(entry.getPath(), number(entry.getPath())));
            }
        }
        return complete;
    }

    private List<Path> jobs() throws IOException {
        return list(directory).stream()
                .filter(FileStatus::isDir)
                .map(FileStatus::getPath)
                .filter(path -> JOB.matcher(path.getName()).matches())
                .toList();
    }

    private List<FileStatus> list(Path path) throws IOException {
        FileSystem files = directory.getFileSystem();
        FileStatus[] entries = files.exists(path) ? files.listStatus(path) : null;
        return entries == null ? List.of() : List.of(entries);
    }
}
