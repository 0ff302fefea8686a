package dev.alluvium.cli.backfill;

import java.io.PrintStream;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Progress as a bar, for terminals. */
final class BarDisplay implements Display {

    private static final long MEGABYTE = 1_000_000;
    private static final int REFRESH_MILLIS = 200;

    private final PrintStream out;
    private ProgressBar bar;

    BarDisplay(PrintStream out) {
        this.out = out;
    }

    @Override
    public void begin(String name, long doneBytes, long totalBytes) {
        close();
        bar =
                new ProgressBarBuilder()
                        .setTaskName(name)
                        .setInitialMax(totalBytes)
                        .startsFrom(doneBytes, Duration.ZERO)
                        .setUnit(" MB", MEGABYTE)
                        .showSpeed()
                        .setSpeedUnit(ChronoUnit.SECONDS)
                        .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                        .setUpdateIntervalMillis(REFRESH_MILLIS)
                        .continuousUpdate()
                        .setConsumer(new ConsoleProgressBarConsumer(out))
                        .build();
    }

    @Override
    public void update(Progress progress) {
        if (bar != null) {
            bar.stepTo(progress.bytes());
            bar.setExtraMessage(" " + progress.text());
        }
    }

    @Override
    public void waiting(String reason) {
        if (bar != null) {
            bar.setExtraMessage(" " + reason);
        }
    }

    @Override
    public void say(String line) {
        close();
        out.println(line);
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
