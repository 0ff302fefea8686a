package dev.alluvium.models.provider;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Talks to one provider for all that do: within a deadline, again where that may help, with bounded
 * replies, and without ever saying a key.
 *
 * <p>Tried again is what was refused with 408, 425, 429 or 5xx, what lost its connection, and what
 * took longer than one try may. Redirects are not followed: the key would go with them. Any thread
 * may call; interrupting it ends its call.
 */
public final class ProviderClient {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final String provider;
    private final Secrets secrets;
    private final Retries retries;
    private final Duration timeout;
    private final int maxReplyBytes;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(Version.HTTP_1_1)
                    .followRedirects(Redirect.NEVER)
                    .connectTimeout(CONNECT_TIMEOUT)
                    .build();

    /**
     * @param provider its name in messages
     * @param timeout of one try
     */
    public ProviderClient(
            String provider,
            Secrets secrets,
            Retries retries,
            Duration timeout,
            int maxReplyBytes) {
        this.provider = provider;
        this.secrets = secrets;
        this.retries = retries;
        this.timeout = timeout;
        this.maxReplyBytes = maxReplyBytes;
    }

    /** An exception whose words are this provider's, without keys. */
    public ProviderException failure(String words) {
        return new ProviderException(provider + " " + secrets.redact(words));
    }

    /**
     * Posts and gives the body of the reply.
     *
     * @throws ProviderException if there is none of status 2xx in time, or the thread is
     *     interrupted (the interrupt stays set)
     */
    public String post(Call call, Deadline deadline) {
        HttpRequest request = request(call);
        for (int failures = 0; ; failures++) {
            String failure;
            Throwable cause = null;
            Duration pause = retries.pause(failures);
            try {
                HttpResponse<String> reply = once(request, deadline);
                if (reply.statusCode() / 100 == 2) {
                    return reply.body();
                }
                Refusal refusal = new Refusal(reply.statusCode(), reply.headers(), reply.body());
                failure =
                        "answered %d at %s: %s"
                                .formatted(refusal.status(), call.place(), refusal.words(secrets));
                if (!refusal.passes()) {
                    throw new ProviderException(
                            provider + " " + secrets.redact(failure), refusal.isOfContent());
                }
                pause = refusal.retryAfter().orElse(pause);
            } catch (BoundedBody.TooLong e) {
                throw failure("answered too much at " + call.place() + ": " + e.getMessage());
            } catch (IOException e) {
                failure =
                        "cannot be reached at %s (%s)"
                                .formatted(call.place(), e.getClass().getSimpleName());
                cause = e;
            } catch (TimeoutException e) {
                failure = "did not answer in time at " + call.place();
            }
            if (failures == retries.most() || pause.compareTo(deadline.left()) >= 0) {
                String tries = failures == 0 ? "" : " (tried " + (failures + 1) + " times)";
                throw new ProviderException(
                        provider + " " + secrets.redact(failure + tries), cause);
            }
            rest(pause);
        }
    }

    private HttpRequest request(Call call) {
        try {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(call.uri()).POST(BodyPublishers.ofString(call.body()));
            call.headers().forEach(request::setHeader);
            return request.build();
        } catch (IllegalArgumentException e) {
            // Its message quotes what it refuses, which may be the key.
            throw failure(
                    "cannot be asked: its URL, or its key as a header, has characters that HTTP does not allow");
        }
    }

    private HttpResponse<String> once(HttpRequest request, Deadline deadline)
            throws IOException, TimeoutException {
        Duration left = deadline.left();
        if (left.isZero()) {
            throw new TimeoutException();
        }
        Duration mine = left.compareTo(timeout) < 0 ? left : timeout;
        // Not the request's own timeout, which ends with the headers of the reply.
        CompletableFuture<HttpResponse<String>> reply =
                http.sendAsync(request, info -> BoundedBody.of(info.statusCode(), maxReplyBytes));
        try {
            return reply.get(mine.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            reply.cancel(true);
            throw interrupted();
        } catch (TimeoutException e) {
            reply.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IOException(e.getCause());
        }
    }

    private void rest(Duration pause) {
        try {
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private ProviderException interrupted() {
        Thread.currentThread().interrupt();
        return failure("was not waited for: the call was interrupted");
    }
}
