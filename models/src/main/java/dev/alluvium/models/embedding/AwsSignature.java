package dev.alluvium.models.embedding;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs a POST for AWS, by its Signature Version 4, so that the secret key itself is never sent.
 *
 * @param service its name in the scope, such as {@code bedrock}
 */
record AwsSignature(AwsCredentials credentials, String region, String service) {

    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    /** The headers that the call needs beside its own; it has no query. */
    Map<String, String> headers(URI uri, String body, Instant now) {
        String time = TIME.format(now);
        TreeMap<String, String> signed = new TreeMap<>();
        signed.put("host", uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort());
        signed.put("x-amz-date", time);
        if (credentials.sessionToken() != null) {
            signed.put("x-amz-security-token", credentials.sessionToken());
        }
        StringBuilder canonical =
                new StringBuilder("POST\n").append(canonicalPath(uri)).append("\n\n");
        signed.forEach((name, value) -> canonical.append(name + ':' + value + '\n'));
        String names = String.join(";", signed.keySet());
        canonical.append('\n').append(names).append('\n').append(sha256(body));
        String day = time.substring(0, 8);
        String scope = String.join("/", day, region, service, "aws4_request");
        String toSign = String.join("\n", ALGORITHM, time, scope, sha256(canonical.toString()));
        byte[] key = ("AWS4" + credentials.secretKey()).getBytes(StandardCharsets.UTF_8);
        for (String part : new String[] {day, region, service, "aws4_request"}) {
            key = hmac(key, part);
        }
        String signature = HexFormat.of().formatHex(hmac(key, toSign));
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("X-Amz-Date", time);
        if (credentials.sessionToken() != null) {
            headers.put("X-Amz-Security-Token", credentials.sessionToken());
        }
        headers.put(
                "Authorization",
                "%s Credential=%s/%s, SignedHeaders=%s, Signature=%s"
                        .formatted(ALGORITHM, credentials.accessKey(), scope, names, signature));
        return headers;
    }

    /** The path as it is sent, each part spelt a second time: AWS reads it so. */
    private static String canonicalPath(URI uri) {
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return URLEncoder.encode(path, StandardCharsets.UTF_8)
                .replace("%2F", "/")
                .replace("+", "%20")
                .replace("%7E", "~")
                .replace("*", "%2A");
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HmacSHA256", e);
        }
    }
}
