package dev.alluvium.query;

import dev.alluvium.query.deep.DeepSettings;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.option.MemoryOptions;
import java.time.Duration;
import java.util.function.Consumer;

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

    /** What whoever wants a language model for a save is told where there is none. */
    public static final String NO_MODEL =
            "infer is true, but no language model is configured; set the option llm, or leave infer out";

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
        return with(copy -> copy.host = listened);
    }

    public ApiSettings withPort(int listened) {
        return with(copy -> copy.port = listened);
    }

    public ApiSettings withDefaults(MemoryOptions options) {
        return with(copy -> copy.defaults = options);
    }

    public ApiSettings withTimeout(Duration waited) {
        return with(copy -> copy.timeout = waited);
    }

    public ApiSettings withAccessFlush(Duration interval) {
        return with(copy -> copy.accessFlush = interval);
    }

    public ApiSettings withThreads(int most) {
        return with(copy -> copy.threads = most);
    }

    public ApiSettings withEmbedded(Embedded texts) {
        return with(copy -> copy.embedded = texts);
    }

    public ApiSettings withInferring(boolean byModel) {
        return with(copy -> copy.infers = byModel);
    }

    public ApiSettings withDeep(DeepSettings most) {
        return with(copy -> copy.deep = most);
    }

    private ApiSettings with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return copy.settings();
    }

    /** Settings in the making, of which all is as in others until it is set. */
    private static final class Copy {

        private String host;
        private int port;
        private MemoryOptions defaults;
        private Duration timeout;
        private Duration importTimeout;
        private Duration accessFlush;
        private int threads;
        private Embedded embedded;
        private boolean infers;
        private DeepSettings deep;

        Copy(ApiSettings of) {
            host = of.host;
            port = of.port;
            defaults = of.defaults;
            timeout = of.timeout;
            importTimeout = of.importTimeout;
            accessFlush = of.accessFlush;
            threads = of.threads;
            embedded = of.embedded;
            infers = of.infers;
            deep = of.deep;
        }

        ApiSettings settings() {
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
                    deep);
        }
    }
}
