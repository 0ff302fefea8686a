package dev.alluvium.cli.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;

/**
 * The checkpoints that lie in a directory, of every job that has written there: {@code <job
 * id>/chk-<number>}.
 *
 * <p>A process that was killed leaves checkpoints it never finished. Flink writes {@code _metadata}
 * last and moves it into place whole, so a checkpoint is complete when that file is there.
 */
final class RetainedCheckpoints {

    private static final Pattern JOB = Pattern.compile("[0-9a-f]{32}");
    private static final Pattern CHECKPOINT = Pattern.compile("chk-(\\d{1,18})");
    private static final String METADATA = "_metadata";

    private final Path directory;

    RetainedCheckpoints(Path directory) {
        this.directory = directory;
    }

    private record Complete(Path path, long number) {}

    /**
     * The complete checkpoint with the highest number. Numbers go on from job to job, because each
     * job starts from its predecessor's newest; file times say nothing after a directory was
     * copied.
     */
    Optional<Path> newest() throws IOException {
        List<Complete> complete = new ArrayList<>();
        for (Path job : jobs()) {
            try (Stream<Path> entries = Files.list(job)) {
                for (Path entry : entries.toList()) {
                    Matcher matcher = CHECKPOINT.matcher(entry.getFileName().toString());
                    if (matcher.matches() && Files.isRegularFile(entry.resolve(METADATA))) {
                        complete.add(new Complete(entry, Long.parseLong(matcher.group(1))));
                    }
                }
            }
        }
        return complete.stream()
                .max(Comparator.comparingLong(Complete::number))
                .map(Complete::path);
    }

    /** Deletes what other jobs left; call it only when no state refers to them any more. */
    void deleteAllBut(JobID kept) throws IOException {
        for (Path job : jobs()) {
            if (!job.getFileName().toString().equals(kept.toHexString())) {
                WorkingFiles.delete(job);
            }
        }
    }

    private List<Path> jobs() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(Files::isDirectory)
                    .filter(entry -> JOB.matcher(entry.getFileName().toString()).matches())
                    .toList();
        }
    }
}
