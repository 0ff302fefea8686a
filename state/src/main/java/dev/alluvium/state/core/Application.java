package dev.alluvium.state.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.Position;
import dev.alluvium.state.change.Change.PutPending;
import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.Configure;
import dev.alluvium.state.command.Decide;
import dev.alluvium.state.command.DeleteFacts;
import dev.alluvium.state.command.Distill;
import dev.alluvium.state.command.Erase;
import dev.alluvium.state.command.Forget;
import dev.alluvium.state.command.ForgetFilter;
import dev.alluvium.state.command.IdentifyEntity;
import dev.alluvium.state.command.LogTurns;
import dev.alluvium.state.command.Reembed;
import dev.alluvium.state.command.Remember;
import dev.alluvium.state.command.Reset;
import dev.alluvium.state.command.ReviseFact;
import dev.alluvium.state.command.SetVectors;
import dev.alluvium.state.command.Touch;
import dev.alluvium.state.command.Update;
import dev.alluvium.state.consolidate.Consolidation;
import dev.alluvium.state.decide.Pending;
import dev.alluvium.state.decide.SaveQuestion;
import dev.alluvium.state.decide.SessionQuestion;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.graph.Revision;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.CommandOutcome.Refusal;
import dev.alluvium.state.outcome.ItemOutcome;
import dev.alluvium.state.outcome.OutcomeJson;
import dev.alluvium.state.record.RecordDraft;
import dev.alluvium.state.record.RecordJson;
import dev.alluvium.state.reembed.VectorQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Applies each kind of command to a draft. */
final class Application implements Command.Visitor<CommandOutcome> {

    private final Draft draft;
    private final Position position;
    private final Rules rules;
    private SaveQuestion question;
    private List<SessionQuestion> sessions = List.of();
    private VectorQuestion vectors;
    private List<MemoryEvent> events;

    Application(Draft draft, Position position, Rules rules) {
        this.draft = draft;
        this.position = position;
        this.rules = rules;
    }

    /** What the command leaves open for a language model, or null. */
    SaveQuestion question() {
        return question;
    }

    /** Turns that it leaves to be distilled. */
    List<SessionQuestion> sessions() {
        return sessions;
    }

    /** Rows that it leaves to be embedded anew, or null. */
    VectorQuestion vectors() {
        return vectors;
    }

    /** What is told of it; null where its outcome is all there is to tell. */
    List<MemoryEvent> events() {
        return events;
    }

    @Override
    public CommandOutcome remember(Remember command) {
        Refusal refusal = dimension(command.records().stream().map(RecordDraft::vector));
        if (refusal != null) {
            return refused(refusal);
        }
        List<ItemOutcome> items = records().remember(command.records());
        if (command.infer()) {
            question =
                    SaveQuestions.of(
                            command.memory(),
                            position,
                            command.records(),
                            items,
                            draft,
                            new Consolidation(options(), rules.calibration(), draft));
            if (question != null) {
                draft.add(new PutPending(position, Pending.of(question)));
            }
        }
        return done(items, 0);
    }

    @Override
    public CommandOutcome update(Update command) {
        Refusal refusal = dimension(Stream.ofNullable(command.patch().vector()));
        return refusal != null
                ? refused(refusal)
                : done(List.of(records().update(command.id(), command.patch())), 0);
    }

    @Override
    public CommandOutcome forget(Forget command) {
        return done(List.of(), Forgetting.forget(draft, command.filter()));
    }

    @Override
    public CommandOutcome reset(Reset command) {
        ForgetFilter branch =
                new ForgetFilter(List.of(command.scope()), null, null, null, null, false);
        return done(List.of(), Forgetting.forget(draft, branch));
    }

    @Override
    public CommandOutcome logTurns(LogTurns command) {
        Refusal refusal =
                dimension(command.turns().stream().flatMap(turn -> turn.vectors().stream()));
        if (refusal != null) {
            return refused(refusal);
        }
        MemoryOptions options = options();
        List<ItemOutcome> items = TurnWriter.append(draft, command.turns(), options);
        sessions = SessionNotes.logged(command.memory(), position, items, draft, options);
        return done(items, 0);
    }

    @Override
    public CommandOutcome touch(Touch command) {
        for (String id : command.ids()) {
            draft.touchCurrent(id, command.at(), 0);
        }
        return done(List.of(), 0);
    }

    @Override
    public CommandOutcome configure(Configure command) {
        try {
            rules.defaults().with(command.options());
        } catch (IllegalArgumentException e) {
            return refused(new Refusal(400, "Bad option", e.getMessage()));
        }
        draft.configure(command.options());
        TurnWriter.retain(draft, options());
        return done(List.of(), 0);
    }

    @Override
    public CommandOutcome erase(Erase command) {
        long records = draft.header().records();
        draft.clear();
        return done(List.of(), records);
    }

    @Override
    public CommandOutcome assertFacts(AssertFacts command) {
        Refusal refusal = dimension(command.vectors());
        return refusal != null ? refused(refusal) : done(graph().state(command), 0);
    }

    @Override
    public CommandOutcome reviseFact(ReviseFact command) {
        Refusal refusal =
                command.revision() instanceof Revision.Correct correct
                        ? dimension(Stream.ofNullable(correct.vector()))
                        : null;
        if (refusal != null) {
            return refused(refusal);
        }
        return done(List.of(graph().revise(command.id(), command.revision())), 0);
    }

    @Override
    public CommandOutcome identifyEntity(IdentifyEntity command) {
        return done(List.of(graph().identify(command.identity())), 0);
    }

    @Override
    public CommandOutcome deleteFacts(DeleteFacts command) {
        return done(List.of(), graph().delete(command.selection()));
    }

    /** One that was decided before, or erased since, is not decided again. */
    @Override
    public CommandOutcome decide(Decide command) {
        Pending pending = draft.base().pending(command.of());
        events = new ArrayList<>();
        if (pending == null) {
            return done(List.of(), 0);
        }
        ObjectNode failure = EventDetails.failure(command, draft);
        if (failure != null) {
            events.add(EventDetails.event(command, "analysis_failed", draft, position, failure));
        }
        List<ItemOutcome> items =
                new DecisionWriter(draft, records()).decide(pending, command.decisions());
        draft.add(new PutPending(command.of(), null));
        if (!items.isEmpty()) {
            ObjectNode details = Json.object();
            details.put("of", command.of().toString());
            details.set("outcomes", OutcomeJson.items(items));
            String kind = command.match(EventKinds.INSTANCE);
            events.add(EventDetails.event(command, kind, draft, position, details));
        }
        return done(items, 0);
    }

    /** Turns are distilled once; what was deleted or erased since, not at all. */
    @Override
    public CommandOutcome distill(Distill command) {
        events = new ArrayList<>();
        Refusal refusal =
                dimension(
                        Stream.concat(
                                command.records().stream().map(RecordDraft::vector),
                                command.facts().vectors()));
        Distill fresh = refusal != null ? null : SessionNotes.distilled(command, draft);
        if (fresh == null) {
            return refusal != null ? refused(refusal) : done(List.of(), 0);
        }
        List<ItemOutcome> items = records().remember(fresh.records());
        List<ItemOutcome> facts = facts(fresh.facts(), items.size());
        ObjectNode details = Json.object().put("session", command.session());
        details.put("of", command.of().toString());
        RecordJson.put(details, "error", command.failure());
        RecordJson.put(details, "without_vectors", draft.leftOut());
        details.set("outcomes", OutcomeJson.items(items));
        if (!facts.isEmpty()) {
            details.set("facts", OutcomeJson.items(facts));
            EventDetails.putLeftOut(details, fresh.facts(), facts);
        }
        String kind =
                command.failure() == null
                        ? command.match(EventKinds.INSTANCE)
                        : "distilling_failed";
        events.add(EventDetails.event(command, kind, draft, position, details));
        return done(Stream.concat(items.stream(), facts.stream()).toList(), 0);
    }

    private List<ItemOutcome> facts(AssertFacts found, int items) {
        return found.isEmpty()
                ? List.of()
                : graph(items).said(source -> SessionFacts.said(source, draft)).state(found);
    }

    @Override
    public CommandOutcome reembed(Reembed command) {
        ReembedCommands commands = new ReembedCommands(draft, position, rules);
        Refusal refusal = commands.apply(command);
        return refusal != null ? refused(refusal) : done(commands);
    }

    @Override
    public CommandOutcome setVectors(SetVectors command) {
        ReembedCommands commands = new ReembedCommands(draft, position, rules);
        commands.apply(command);
        return done(commands);
    }

    private CommandOutcome done(ReembedCommands commands) {
        vectors = commands.question();
        events = commands.events();
        return done(List.of(), 0);
    }

    private RecordWriter records() {
        return new RecordWriter(
                draft,
                new Consolidation(options(), rules.calibration(), draft),
                options(),
                position);
    }

    private MemoryOptions options() {
        return rules.options(draft.header());
    }

    private GraphWriter graph() {
        return graph(0);
    }

    private GraphWriter graph(int items) {
        return new GraphWriter(draft, options().singleValued(), position, items);
    }

    private Refusal dimension(Stream<float[]> brought) {
        return DimensionRule.broken(draft.header(), rules.embedder(), brought);
    }

    private CommandOutcome done(List<ItemOutcome> items, long forgotten) {
        return new CommandOutcome(position, items, forgotten, null);
    }

    private CommandOutcome refused(Refusal refusal) {
        return new CommandOutcome(position, List.of(), 0, refusal);
    }
}
