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

    private LogIds() {}

    /** A ULID of the known time whose random part is the place of the item in the log. */
    static String ulid(Instant known, Position position, int index) {
        byte[] place = digest(position + "#" + index);
        return new Ulid(known.toEpochMilli(), Arrays.copyOf(place, 10)).toString();
    }

    /** The id of a turn by what it is: session, author, time and content. */
    static String turn(String session, String author, Instant at, String content) {
        byte[] digest = digest(session + '\0' + author + '\0' + at + '\0' + content);
        return HexFormat.of().formatHex(digest, 0, 16);
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
