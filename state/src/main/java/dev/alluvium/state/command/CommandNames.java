package dev.alluvium.state.command;

/** The name of each kind in the log. */
enum CommandNames implements Command.Visitor<String> {
    INSTANCE;

    @Override
    public String remember(Remember command) {
        return "remember";
    }

    @Override
    public String update(Update command) {
        return "update";
    }

    @Override
    public String forget(Forget command) {
        return "forget";
    }

    @Override
    public String reset(Reset command) {
        return "reset";
    }

    @Override
    public String logTurns(LogTurns command) {
        return "log_turns";
    }

    @Override
    public String touch(Touch command) {
        return "touch";
    }

    @Override
    public String configure(Configure command) {
        return "configure";
    }

    @Override
    public String erase(Erase command) {
        return "erase";
    }

    @Override
    public String assertFacts(AssertFacts command) {
        return "assert_facts";
    }

    @Override
    public String reviseFact(ReviseFact command) {
        return "revise_fact";
    }

    @Override
    public String identifyEntity(IdentifyEntity command) {
        return "identify_entity";
    }

    @Override
    public String deleteFacts(DeleteFacts command) {
        return "delete_facts";
    }

    @Override
    public String decide(Decide command) {
        return "decide";
    }

    @Override
    public String distill(Distill command) {
        return "distill";
    }

    @Override
    public String reembed(Reembed command) {
        return "reembed";
    }

    @Override
    public String setVectors(SetVectors command) {
        return "set_vectors";
    }
}
