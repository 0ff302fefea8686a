package dev.alluvium.query.http;

import dev.alluvium.state.json.InvalidInputException;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The bytes of a request's body, unzipped and limited. */
public final class Body {

    /** The largest body, in bytes, after unzipping; imports have none. */
    public static final int MAX_BYTES = 16 * 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(Body.class);
    private static final long MAX_DRAINED_BYTES = 64L * 1024 * 1024;

    private Body() {}

    /** All of a JSON body. */
    public static byte[] json(Context ctx) throws IOException {
        requireType(ctx, Set.of("application/json"), "application/json");
        long announced = ctx.req().getContentLengthLong();
        if (announced > MAX_BYTES) {
            throw tooLarge(announced + " bytes");
        }
        try (InputStream in = stream(ctx)) {
            ByteArrayOutputStream bytes =
                    new ByteArrayOutputStream(announced > 0 ? (int) announced : 4096);
            byte[] buffer = new byte[16 * 1024];
            for (int read; (read = in.read(buffer)) >= 0; ) {
                if (bytes.size() + read > MAX_BYTES) {
                    throw tooLarge("more");
                }
                bytes.write(buffer, 0, read);
            }
            return bytes.toByteArray();
        } catch (ZipException | EOFException e) {
            throw malformed(e);
        }
    }

    /** The body as a stream, whatever its size. */
    public static InputStream stream(Context ctx) throws IOException {
        String encoding = ctx.header("Content-Encoding");
        if (encoding == null || encoding.equalsIgnoreCase("identity")) {
            return ctx.req().getInputStream();
        }
        if (!encoding.equalsIgnoreCase("gzip")) {
            throw Problem.of(
                            415,
                            "unsupported-encoding",
                            "Content-Encoding is not supported",
                            "Content-Encoding \"" + encoding + "\" is not known; send gzip or none")
                    .exception();
        }
        try {
            return new GZIPInputStream(ctx.req().getInputStream(), 64 * 1024);
        } catch (ZipException | EOFException e) {
            throw malformed(e);
        }
    }

    /**
     * The type of the body, null where none is named, which is taken as meant; refuses another with
     * 415.
     */
    public static String requireType(Context ctx, Set<String> types, String wanted) {
        String type = ctx.contentType();
        if (type == null) {
            return null;
        }
        String bare = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!types.contains(bare)) {
            throw Problem.of(
                            415,
                            "unsupported-media-type",
                            "Content-Type is not supported",
                            "Content-Type \"" + type + "\" is not taken here; send " + wanted)
                    .exception();
        }
        return bare;
    }

    /**
     * Reads what is left of a body that is refused, up to a bound: a client that is still sending
     * when the connection closes never reads the answer.
     */
    static void drain(Context ctx) {
        byte[] buffer = new byte[64 * 1024];
        try {
            InputStream in = ctx.req().getInputStream();
            int read;
            for (long left = MAX_DRAINED_BYTES; left > 0; left -= read) {
                read = in.read(buffer);
                if (read < 0) {
                    return;
                }
            }
        } catch (IOException | IllegalStateException e) {
            LOG.debug("the rest of a refused body could not be read", e);
        }
    }

    /** What a body that says it is zipped and is not gets. */
    public static InvalidInputException malformed(IOException e) {
        return new InvalidInputException("", "malformed gzip: " + e.getMessage());
    }

    private static ProblemException tooLarge(String size) {
        return refusedAsTooLarge(
                "the body has "
                        + size
                        + "; at most "
                        + MAX_BYTES
                        + " bytes (16 MiB) are allowed, split it or use /v1/import");
    }

    /** What a body of more bytes than are taken gets. */
    public static ProblemException refusedAsTooLarge(String detail) {
        return Problem.of(413, "body-too-large", "The body is too large", detail).exception();
    }
}
