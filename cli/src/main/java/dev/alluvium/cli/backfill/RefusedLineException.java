package dev.alluvium.cli.backfill;

/** Says why a line can be no row of an import. */
final class RefusedLineException extends Exception {

    RefusedLineException(String message) {
        super(message);
    }
}
