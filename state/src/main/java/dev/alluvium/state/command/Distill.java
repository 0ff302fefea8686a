package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.record.RecordDraft;
import java.util.List;

/**
 * Says what turns of a session were distilled into. Turns are distilled once: a later command about
 * the same ones changes nothing.
 *
 * @param of where the last of the turns stands in the log
 * @param upTo the row of the last of the turns
 * @param records what is worth remembering of them
 * @param failure why the model distilled nothing; null if it did
 */
public record Distill(
        MemoryId memory,
        String session,
        Position of,
        long upTo,
        List<RecordDraft> records,
        String failure)
        implements Command {

    /** Key in a record's metadata of what it was distilled from: a session and ids of turns. */
    public static final String PROVENANCE = "distilled_from";

    public Distill {
        records = List.copyOf(records);
    }

    @Override
    public String idempotencyKey() {
        return null;
    }

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.distill(this);
    }
}
