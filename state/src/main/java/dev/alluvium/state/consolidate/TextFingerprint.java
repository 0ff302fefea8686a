package dev.alluvium.state.consolidate;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * 128 bits that two texts share exactly if they are the same but for Unicode form, case and white
 * space: how a memory knows a text again without a model and without keeping its words twice.
 *
 * <p>Punctuation counts: without it "no, wait" would be "no wait". The first half of SHA-256 of the
 * text folded with NFKC_Casefold (which also drops invisible characters) and its white space
 * collapsed; stored, so the rule never changes.
 */
public record TextFingerprint(long high, long low) {

    /** The fingerprint of {@code text}. */
    public static TextFingerprint of(String text) {
        String folded = Folding.collapseWhiteSpace(Folding.caseless(text));
        ByteBuffer digest =
                ByteBuffer.wrap(sha256().digest(folded.getBytes(StandardCharsets.UTF_8)));
        return new TextFingerprint(digest.getLong(), digest.getLong());
    }

    /** 32 hexadecimal digits. */
    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(high) + hex.toHexDigits(low);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must have SHA-256", e);
        }
    }
}
