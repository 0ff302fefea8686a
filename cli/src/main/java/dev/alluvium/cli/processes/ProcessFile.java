package dev.alluvium.cli.processes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process as it was written down when it was started. Ids of processes are used again, so it is
 * known by its start as well.
 *
 * @param start when it was started, as the system tells
 */
record ProcessFile(long pid, Instant start) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,18}) (\\d{1,18})\\s*");

    /** The system counts from when it was booted, which it knows to a second. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    static ProcessFile of(ProcessHandle process) {
        return new ProcessFile(process.pid(), process.info().startInstant().orElse(Instant.EPOCH));
    }

    void write(Path file) throws IOException {
        Files.writeString(file, pid + " " + start.toEpochMilli() + "\n");
    }

    /** Empty where there is no such file, or one that was cut short. */
    static Optional<ProcessFile> read(Path file) throws IOException {
        try {
            Matcher matcher = TEXT.matcher(Files.readString(file));
            return matcher.matches()
                    ? Optional.of(
                            new ProcessFile(
                                    Long.parseLong(matcher.group(1)),
                                    Instant.ofEpochMilli(Long.parseLong(matcher.group(2)))))
                    : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** The process, if it is this very one and still runs. */
    Optional<ProcessHandle> running() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(this::isTheSame)
                .filter(process -> !isZombie(process.pid()));
    }

    private boolean isTheSame(ProcessHandle process) {
        Instant actual = process.info().startInstant().orElse(Instant.EPOCH);
        return Duration.between(actual, start).abs().compareTo(TOLERANCE) <= 0;
    }

    /** In a container nobody may ask for the exit of a dead process, which then stays listed. */
    static boolean isZombie(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return false;
        }
    }
}
