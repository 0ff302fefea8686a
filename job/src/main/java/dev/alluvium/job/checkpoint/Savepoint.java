package dev.alluvium.job.checkpoint;

import java.io.DataInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;

/**
 * A savepoint or checkpoint that a job is to start from, seen to be one of this job's.
 *
 * @param path the folder that holds it
 * @param number counts all checkpoints and savepoints of a job and of those that continued it
 * @param parallelism of the job that took it
 * @param maxParallelism of that job
 */
public record Savepoint(Path path, long number, int parallelism, int maxParallelism) {

    /** Flink writes it last and moves it into place whole. */
    static final String METADATA = "_metadata";

    /**
     * @param path the folder, or its {@code _metadata}
     * @param operatorUid of the operator that holds the memories
     * @throws IllegalArgumentException if there is none, or it is none of this job's
     * @throws IOException if it cannot be read from here
     */
    public static Savepoint at(String path, String operatorUid) throws IOException {
        Path given = new Path(path);
        Path folder = given.getName().equals(METADATA) ? given.getParent() : given;
        CheckpointMetadata metadata;
        try {
            metadata = metadata(folder);
        } catch (FileNotFoundException e) {
            throw new IllegalArgumentException(missing(folder), e);
        }
        for (OperatorState operator : metadata.getOperatorStates()) {
            if (operator.getOperatorUid().filter(operatorUid::equals).isPresent()) {
                return new Savepoint(
                        folder,
                        metadata.getCheckpointId(),
                        operator.getParallelism(),
                        operator.getMaxParallelism());
            }
        }
        List<String> uids =
                metadata.getOperatorStates().stream()
                        .map(operator -> operator.getOperatorUid().orElse("none"))
                        .sorted()
                        .toList();
        throw new IllegalArgumentException(
                "%s is not a savepoint of Alluvium: none of its operators (uids %s) is \"%s\"; give one that Alluvium's job took"
                        .formatted(folder, String.join(", ", uids), operatorUid));
    }

    private static String missing(Path folder) throws IOException {
        FileSystem files = folder.getFileSystem();
        return files.exists(folder)
                ? "%s is not a savepoint: it has no %s. Give the folder that has, such as savepoint-1a2b3c-… or chk-7; one without was never completed"
                        .formatted(folder, METADATA)
                : "there is no savepoint %s: give the folder that alluvium cluster savepoint, flink savepoint or flink stop named"
                        .formatted(folder);
    }

    /** What Flink wrote of a checkpoint. */
    static CheckpointMetadata metadata(Path folder) throws IOException {
        Path file = new Path(folder, METADATA);
        try (DataInputStream in = new DataInputStream(file.getFileSystem().open(file))) {
            return Checkpoints.loadCheckpointMetadata(
                    in, Savepoint.class.getClassLoader(), folder.toString());
        }
    }
}
