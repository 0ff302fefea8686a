package dev.alluvium.query.ingest;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.LogTurns;
import dev.alluvium.state.command.Remember;
import dev.alluvium.state.episode.TurnDraft;
import dev.alluvium.state.record.RecordDraft;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rows of one memory and one kind on their way to become one command. */
final class Group {

    /** Turns that make one command: enough to share its cost, few enough to be applied quickly. */
    static final int MAX_TURNS = 500;

    /** Fewer records: each is compared with all others of its command. */
    static final int MAX_RECORDS = 128;

    static final int MAX_BYTES = 1024 * 1024;

    private final MemoryId memory;
    private final boolean ofTurns;
    private final List<RecordDraft> records = new ArrayList<>();
    private final List<TurnDraft> turns = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private int bytes;

    Group(MemoryId memory, boolean ofTurns) {
        this.memory = memory;
        this.ofTurns = ofTurns;
    }

    /** Whether the row may join: same kind, room for it, and its id is not here yet. */
    boolean takes(ImportRow row, int rowBytes) {
        return (row.turn() != null) == ofTurns
                && rows() < (ofTurns ? MAX_TURNS : MAX_RECORDS)
                && (bytes == 0 || bytes + rowBytes <= MAX_BYTES)
                && (row.record() == null
                        || row.record().id() == null
                        || !ids.contains(row.record().id()));
    }

    void add(ImportRow row, int rowBytes) {
        if (ofTurns) {
            turns.add(row.turn());
        } else {
            records.add(row.record());
            if (row.record().id() != null) {
                ids.add(row.record().id());
            }
        }
        bytes += rowBytes;
    }

    int rows() {
        return ofTurns ? turns.size() : records.size();
    }

    /** The size of the rows as they were read. */
    int bytes() {
        return bytes;
    }

    Command command(String idempotencyKey) {
        return ofTurns
                ? new LogTurns(memory, idempotencyKey, turns)
                : new Remember(memory, idempotencyKey, records);
    }
}
