package dev.alluvium.cli.backfill;

/**
 * One line of a source, as it stands there.
 *
 * @param number from 1
 * @param start where it begins in the (unpacked) source, in bytes; 0 where the source has no bytes
 *     of its own
 * @param bytes its text without line end and byte order mark; of a line that is too long, its
 *     beginning
 * @param tooLong how many bytes it has, if that is more than a line may have; else 0
 */
record Line(long number, long start, byte[] bytes, long tooLong) {

    boolean isBlank() {
        for (byte b : bytes) {
            if (b != ' ' && b != '\t') {
                return false;
            }
        }
        return true;
    }
}
