package dev.alluvium.query;

import dev.alluvium.query.deep.DeepSettings;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.option.MemoryOptions;
import java.time.Duration;

/**
 * How the HTTP server listens and how long it waits.
 *
 * @param host the address listened on
 * @param port the port, 0 for any free one
 * @param defaults the process's options, which each memory's own overlay
 * @param timeout how long a read or a waiting write waits where the request names no time
 * @param importTimeout how long a waiting import waits, once it is read, to be applied
 * @param accessFlush how often the ids of recalled records are written to the log; zero never
 * @param threads most requests worked on at once; more wait their turn
 * @param embedded what has vectors beside records, so that searches over it are embedded
 * @param infers whether a language model decides what saves leave open, unless they say otherwise
 * @param deep what deep recalls may cost
 */
public record ApiSettings(
        String host,
        int port,
        MemoryOptions defaults,
        Duration timeout,
        Duration importTimeout,
        Duration accessFlush,
        int threads,
        Embedded embedded,
        boolean infers,
        DeepSettings deep) {

    public static final ApiSettings DEFAULTS =
            new ApiSettings(
                    "127.0.0.1",
                    8080,
                    MemoryOptions.DEFAULTS,
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(30),
                    Duration.ofSeconds(5),
                    256,
                    Embedded.RECORDS,
                    false,
                    DeepSettings.DEFAULTS);

    /** Below this Jetty's own threads leave none for requests. */
    private static final int MIN_THREADS = 16;

    public ApiSettings {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port " + port + " is not in [0, 65535]");
        }
        if (threads < MIN_THREADS) {
            throw new IllegalArgumentException(
                    "threads " + threads + " is below " + MIN_THREADS + "; the server needs more");
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout " + timeout + " is not positive");
        }
    }

    public ApiSettings withHost(String listened) {
        return new ApiSettings(
                listened,
                port,
                defaults,
                timeout,
                importTimeout,
                accessFlush,
                threads,
                embedded,
                infers,
                deep);
    }

    public ApiSettings withPort(int listened) {
        return new ApiSettings(
                host,
                listened,
                defaults,
                timeout,
                importTimeout,
                accessFlush,
                threads,
                embedded,
                infers,
                deep);
    }

    public ApiSettings withDefaults(MemoryOptions options) {
        return new ApiSettings(
                host,
                port,
                options,
                timeout,
                importTimeout,
                accessFlush,
                threads,
                embedded,
                infers,
                deep);
    }

    public ApiSettings withTimeout(Duration waited) {
        return new ApiSettings(
                host,
                port,
                defaults,
                waited,
                importTimeout,
                accessFlush,
                threads,
                embedded,
                infers,
                deep);
    }

    public ApiSettings withAccessFlush(Duration interval) {
        return new ApiSettings(
                host,
                port,
                defaults,
                timeout,
                importTimeout,
                interval,
                threads,
                embedded,
                infers,
                deep);
    }

    public ApiSettings withThreads(int most) {
        return new ApiSettings(
                host,
                port,
                defaults,
                timeout,
                importTimeout,
                accessFlush,
                most,
                embedded,
                infers,
                deep);
    }

    public ApiSettings withEmbedded(Embedded texts) {
        return new ApiSettings(
                host,
                port,
                defaults,
                timeout,
                importTimeout,
                accessFlush,
                threads,
                texts,
                infers,
                deep);
    }

    public ApiSettings withInferring(boolean byModel) {
        return new ApiSettings(
                host,
                port,
                defaults,
                timeout,
                importTimeout,
                accessFlush,
                threads,
                embedded,
                byModel,
                deep);
    }

    public ApiSettings withDeep(DeepSettings most) {
        return new ApiSettings(
                host,
                port,
                defaults,
                timeout,
                importTimeout,
                accessFlush,
                threads,
                embedded,
                infers,
                most);
    }
}
