package dev.alluvium.bench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a process's address space.
 *
 * @param end the first address behind it
 */
public record AddressRange(long start, long end) {

    private static final Pattern MAPPING = Pattern.compile("([0-9a-f]+)-[0-9a-f]+ .*");
    private static final Pattern ANONYMOUS = Pattern.compile("Anonymous: +(\\d+) kB");

    /** What a process has in memory that no file backs and that lies outside this range, in KiB. */
    public long anonymousKibOutside(long pid) throws IOException {
        long sum = 0;
        boolean outside = false;
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "smaps"))) {
            Matcher mapping = MAPPING.matcher(line);
            Matcher anonymous = ANONYMOUS.matcher(line);
            if (mapping.matches()) {
                outside = !contains(Long.parseUnsignedLong(mapping.group(1), 16));
            } else if (outside && anonymous.matches()) {
                sum += Long.parseLong(anonymous.group(1));
            }
        }
        return sum;
    }

    private boolean contains(long address) {
        return Long.compareUnsigned(start, address) <= 0 && Long.compareUnsigned(address, end) < 0;
    }
}
