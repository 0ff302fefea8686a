package dev.alluvium.cli.backfill;

import com.github.f4b6a3.ulid.Ulid;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** The hashes by which a source, a line and a row without an id are known again. */
final class Hashes {

    private Hashes() {}

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    /**
     * The id of what stands in {@code line} of the source whose beginning is {@code head}: always
     * the same, so that sending it again writes nothing new.
     */
    static String id(String head, Line line) {
        MessageDigest sha = sha256();
        sha.update(head.getBytes(StandardCharsets.US_ASCII));
        sha.update((":" + line.number() + ":").getBytes(StandardCharsets.US_ASCII));
        return Ulid.from(Arrays.copyOf(sha.digest(line.bytes()), Ulid.ULID_BYTES)).toString();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
