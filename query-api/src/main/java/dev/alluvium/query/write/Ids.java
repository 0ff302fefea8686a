package dev.alluvium.query.write;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import dev.alluvium.state.MemoryId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Names what callers left unnamed. With an idempotency key the ids follow from it, so that a repeat
 * names the same records even if this server has forgotten the first.
 */
public final class Ids {

    private final byte[] seed;

    private Ids(byte[] seed) {
        this.seed = seed;
    }

    public static Ids of(MemoryId memory, String idempotencyKey) {
        return new Ids(
                idempotencyKey == null
                        ? null
                        : (memory.key() + ' ' + idempotencyKey).getBytes(StandardCharsets.UTF_8));
    }

    /** The id of the item at {@code index} of a batch. */
    public String at(int index) {
        if (seed == null) {
            return UlidCreator.getMonotonicUlid().toString();
        }
        MessageDigest sha = sha256();
        sha.update(seed);
        sha.update((byte) ' ');
        byte[] digest = sha.digest(Integer.toString(index).getBytes(StandardCharsets.US_ASCII));
        return Ulid.from(Arrays.copyOf(digest, 16)).toString();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
