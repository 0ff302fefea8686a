package dev.alluvium.cli.backfill;

/** The backfill was told to stop, and has. */
final class StoppedException extends Exception {

    StoppedException() {
        super("stopped");
    }
}
