package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;

/**
 * A write to one memory, as it stands in the log. The family is closed: a new kind fails to compile
 * until every {@link Visitor} knows it.
 */
public sealed interface Command
        permits Remember,
                Update,
                Forget,
                Reset,
                LogTurns,
                Touch,
                Configure,
                Erase,
                AssertFacts,
                ReviseFact,
                IdentifyEntity,
                DeleteFacts,
                Decide,
                Distill,
                Reembed,
                SetVectors {

    MemoryId memory();

    /** The caller's key that makes a repeat of this command a no-op, or null. */
    String idempotencyKey();

    <R> R match(Visitor<R> visitor);

    /** One case for each kind of command. */
    interface Visitor<R> {
        R remember(Remember command);

        R update(Update command);

        R forget(Forget command);

        R reset(Reset command);

        R logTurns(LogTurns command);

        R touch(Touch command);

        R configure(Configure command);

        R erase(Erase command);

        R assertFacts(AssertFacts command);

        R reviseFact(ReviseFact command);

        R identifyEntity(IdentifyEntity command);

        R deleteFacts(DeleteFacts command);

        R decide(Decide command);

        R distill(Distill command);

        R reembed(Reembed command);

        R setVectors(SetVectors command);
    }
}
