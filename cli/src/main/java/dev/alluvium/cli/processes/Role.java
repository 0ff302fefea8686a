package dev.alluvium.cli.processes;

import java.util.Locale;

/** What a process of a cluster is for, in the order in which they are started. */
enum Role {
    BROKER,
    JOBMANAGER,
    TASKMANAGER,
    QUERY_API;

    /** How it is called in names of files and on the terminal. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether there may be several. */
    boolean isNumbered() {
        return this == TASKMANAGER || this == QUERY_API;
    }
}
