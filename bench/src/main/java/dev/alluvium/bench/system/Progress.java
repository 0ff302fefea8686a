package dev.alluvium.bench.system;

import java.util.Locale;

/** Tells on standard error how far the benchmark is; standard output belongs to its result. */
final class Progress {

    private Progress() {}

    static void say(String format, Object... values) {
        System.err.println(String.format(Locale.ROOT, format, values));
    }
}
