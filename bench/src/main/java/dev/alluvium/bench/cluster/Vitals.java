package dev.alluvium.bench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the system says of a process: memory, threads, open files, time on cores.
 *
 * @param residentKib all of its memory that is in the machine's
 * @param anonymousKib of which not backed by files, whose pages come and go with the cache
 * @param coreMillis time on cores since its start, in steps of 10 ms
 */
public record Vitals(
        long residentKib, long anonymousKib, int threads, int openFiles, long coreMillis) {

    /** A hundred ticks a second, as Linux tells programs whatever its own clock is. */
    private static final int MILLIS_PER_TICK = 10;

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;

    /** Reads them off {@code /proc}, which there must be. */
    public static Vitals of(long pid) throws IOException {
        Path process = Path.of("/proc", Long.toString(pid));
        Map<String, Long> status = new HashMap<>();
        for (String line : Files.readAllLines(process.resolve("status"))) {
            String[] named = line.split(":\\s*", 2);
            String number = named[1].replaceAll("\\D.*", "");
            if (!number.isEmpty()) {
                status.put(named[0], Long.parseLong(number));
            }
        }
        return new Vitals(
                status.get("VmRSS"),
                status.get("RssAnon"),
                status.get("Threads").intValue(),
                openFiles(process),
                coreMillis(Files.readString(process.resolve("stat"))));
    }

    private static int openFiles(Path process) throws IOException {
        try (Stream<Path> files = Files.list(process.resolve("fd"))) {
            return (int) files.count();
        }
    }

    /** What stands behind the program's name, which may hold anything. */
    private static long coreMillis(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]))
                * MILLIS_PER_TICK;
    }
}
