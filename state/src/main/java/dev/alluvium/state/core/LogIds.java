package dev.alluvium.state.core;

import com.github.f4b6a3.ulid.Ulid;
import dev.alluvium.state.Position;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;

/** Ids for what came without one, made from the log alone so that a replay makes the same. */
final class LogIds {

    /** A ULID has 48 bits for its time; producers may stamp entries with any. */
    private static final long MAX_ULID_MILLIS = (1L << 48) - 1;

    /** Never fed, only cloned: looking an algorithm up costs as much as digesting a turn. */
    private static final MessageDigest SHA_256 = sha256();

    private LogIds() {}

    /** A ULID of the known time whose random part is the place of the item in the log. */
    static String ulid(Instant known, Position position, int index) {
        byte[] place = digest(position + "#" + index);
        return new Ulid(known.toEpochMilli() & MAX_ULID_MILLIS, Arrays.copyOf(place, 10))
                .toString();
    }

    /** The id of a turn by what it is: session, author, time and content. */
    static String turn(String session, String author, Instant at, String content) {
        // Lengths first, so that no two turns run together into the same text.
        String lengths = session.length() + ":" + (author == null ? -1 : author.length());
        // The numbers of the instant: its ISO form costs as much as the digest.
        String time = at.getEpochSecond() + "." + at.getNano();
        byte[] digest = digest(lengths + '\0' + session + author + time + '\0' + content);
        return HexFormat.of().formatHex(digest, 0, 16);
    }

    private static byte[] digest(String text) {
        try {
            MessageDigest sha256 = (MessageDigest) SHA_256.clone();
            return sha256.digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the SHA-256 of every Java runtime can be cloned", e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
