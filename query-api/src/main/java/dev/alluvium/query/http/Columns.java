package dev.alluvium.query.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers that are streams of Arrow instead of JSON, for who accepts them. */
public final class Columns {

    public static final String TYPE = "application/vnd.apache.arrow.stream";

    private static final Logger LOG = LoggerFactory.getLogger(Columns.class);

    private Columns() {}

    public static boolean areWanted(Context ctx) {
        String accept = ctx.header("Accept");
        return accept != null && accept.toLowerCase(Locale.ROOT).contains(TYPE);
    }

    /** Begins the answer. */
    public static OutputStream begin(Context ctx) throws IOException {
        ctx.status(200).contentType(TYPE);
        return ctx.outputStream();
    }

    /**
     * Ends an answer that has begun and cannot be whole. Readers of Arrow take a stream that just
     * ends for whole, so the connection ends without the end of the answer.
     */
    public static void breakOff(Context ctx, RuntimeException why) {
        LOG.warn("the answer to {} {} broke off", ctx.method(), ctx.path(), why);
        ServletContextRequest.getServletContextRequest(ctx.req())
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint()
                .close();
    }
}
