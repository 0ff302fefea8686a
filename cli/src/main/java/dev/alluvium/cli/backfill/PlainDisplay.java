package dev.alluvium.cli.backfill;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/** Progress as a line every few seconds, for logs. */
class PlainDisplay implements Display {

    private final PrintStream out;
    private String name = "";
    private long totalBytes;
    private long said;

    PlainDisplay(PrintStream out) {
        this.out = out;
    }

    @Override
    public void begin(String source, long doneBytes, long total) {
        name = source;
        totalBytes = total;
        said = System.nanoTime();
    }

    @Override
    public void update(Progress progress) {
        if (isTime()) {
            String size =
                    totalBytes > 0
                            ? "%.1f of %.1f MB".formatted(progress.bytes() / 1e6, totalBytes / 1e6)
                            : "%.1f MB".formatted(progress.bytes() / 1e6);
            say(name + ": " + size + ", " + progress.text());
        }
    }

    @Override
    public void waiting(String reason) {
        if (isTime()) {
            say(name + ": " + reason);
        }
    }

    @Override
    public void say(String line) {
        out.println(line);
        said = System.nanoTime();
    }

    @Override
    public void close() {
        out.flush();
    }

    private boolean isTime() {
        return System.nanoTime() - said >= TimeUnit.SECONDS.toNanos(PLAIN_SECONDS);
    }
}
