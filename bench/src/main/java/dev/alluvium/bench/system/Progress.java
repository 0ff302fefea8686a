package dev.alluvium.bench.system;

import java.util.Locale;

/** Tells on standard error how far the benchmark is; standard output belongs to its result. */
public final class Progress {

    private Progress() {}

    public static void say(String format, Object... values) {
        System.err.println(String.format(Locale.ROOT, format, values));
    }
}
