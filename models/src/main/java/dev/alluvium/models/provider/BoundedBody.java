package dev.alluvium.models.provider;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** Reads a reply as text, and no further than a bound: an answer fails there, an error is cut. */
final class BoundedBody implements BodySubscriber<String> {

    /** Says that a reply was not read to its end. */
    static final class TooLong extends IOException {
        TooLong(int maxBytes) {
            super("the reply is longer than " + maxBytes + " bytes");
        }
    }

    private static final int MAX_ERROR_BYTES = 64 << 10;

    private final int maxBytes;
    private final boolean cut;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<String> text = new CompletableFuture<>();
    private Subscription subscription;

    private BoundedBody(int maxBytes, boolean cut) {
        this.maxBytes = maxBytes;
        this.cut = cut;
    }

    /** The body of a reply of this status. */
    static BoundedBody of(int status, int maxBytes) {
        return status / 100 == 2
                ? new BoundedBody(maxBytes, false)
                : new BoundedBody(MAX_ERROR_BYTES, true);
    }

    @Override
    public CompletionStage<String> getBody() {
        return text;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            boolean tooLong = bytes.size() + buffer.remaining() > maxBytes;
            byte[] some = new byte[Math.min(buffer.remaining(), maxBytes - bytes.size())];
            buffer.get(some);
            bytes.writeBytes(some);
            if (tooLong) {
                subscription.cancel();
                end();
                return;
            }
        }
    }

    private void end() {
        if (cut) {
            onComplete();
        } else {
            text.completeExceptionally(new TooLong(maxBytes));
        }
    }

    @Override
    public void onError(Throwable failure) {
        text.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        text.complete(bytes.toString(StandardCharsets.UTF_8));
    }
}
