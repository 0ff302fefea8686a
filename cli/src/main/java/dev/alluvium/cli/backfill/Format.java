package dev.alluvium.cli.backfill;

import java.util.Locale;

/** What a file of a backfill is written in. */
enum Format {
    /** One JSON object a line. */
    JSONL,
    /** An array of LoCoMo conversations. */
    LOCOMO;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
