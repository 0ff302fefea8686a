package dev.alluvium.state.core;

import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.Configure;
import dev.alluvium.state.command.Decide;
import dev.alluvium.state.command.DeleteFacts;
import dev.alluvium.state.command.Distill;
import dev.alluvium.state.command.Erase;
import dev.alluvium.state.command.Forget;
import dev.alluvium.state.command.IdentifyEntity;
import dev.alluvium.state.command.LogTurns;
import dev.alluvium.state.command.Reembed;
import dev.alluvium.state.command.Remember;
import dev.alluvium.state.command.Reset;
import dev.alluvium.state.command.ReviseFact;
import dev.alluvium.state.command.SetVectors;
import dev.alluvium.state.command.Touch;
import dev.alluvium.state.command.Update;

/** The event each kind of command ends in. */
enum EventKinds implements Command.Visitor<String> {
    INSTANCE;

    @Override
    public String remember(Remember command) {
        return "save_completed";
    }

    @Override
    public String update(Update command) {
        return "record_updated";
    }

    @Override
    public String forget(Forget command) {
        return "records_forgotten";
    }

    @Override
    public String reset(Reset command) {
        return "records_forgotten";
    }

    @Override
    public String logTurns(LogTurns command) {
        return "turns_logged";
    }

    @Override
    public String touch(Touch command) {
        return "records_read";
    }

    @Override
    public String configure(Configure command) {
        return "options_changed";
    }

    @Override
    public String erase(Erase command) {
        return "memory_erased";
    }

    @Override
    public String assertFacts(AssertFacts command) {
        return "facts_stated";
    }

    @Override
    public String reviseFact(ReviseFact command) {
        return "fact_revised";
    }

    @Override
    public String identifyEntity(IdentifyEntity command) {
        return "entity_identified";
    }

    @Override
    public String deleteFacts(DeleteFacts command) {
        return "facts_deleted";
    }

    @Override
    public String distill(Distill command) {
        return "session_distilled";
    }

    @Override
    public String reembed(Reembed command) {
        return "reembedding_started";
    }

    @Override
    public String setVectors(SetVectors command) {
        return "reembedding_progressed";
    }

    @Override
    public String decide(Decide command) {
        return "save_analyzed";
    }
}
