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
 * @param facts what they say of the graph, each with the turn that says it; one without a start
 *     holds from the time of its turn
 * @param failure why the model distilled nothing; null if it did
 */
public record Distill(
        MemoryId memory,
        String session,
        Position of,
        long upTo,
        List<RecordDraft> records,
        AssertFacts facts,
        String failure)
        implements Command {

    /** Key in a record's metadata of what it was distilled from: a session and ids of turns. */
    public static final String PROVENANCE = "distilled_from";

    public Distill {
        records = List.copyOf(records);
    }

    /** This command with nothing but these records and facts. */
    public Distill keeping(List<RecordDraft> keptRecords, AssertFacts keptFacts) {
        return new Distill(memory, session, of, upTo, keptRecords, keptFacts, failure);
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
