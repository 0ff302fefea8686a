package dev.alluvium.cli.backfill;

import java.io.Closeable;
import java.io.IOException;

/** Where the lines of a backfill come from, one at a time, in order. Read by one thread. */
interface LineSource extends Closeable {

    /** The next line, or null at the end. */
    Line next() throws IOException;

    /** How many bytes of the file have been read, packed as it may be. */
    long bytesRead();
}
