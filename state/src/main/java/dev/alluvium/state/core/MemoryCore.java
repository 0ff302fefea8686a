package dev.alluvium.state.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.change.Change.PutAnswer;
import dev.alluvium.state.change.Change.PutPending;
import dev.alluvium.state.change.MemoryHeader;
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
import dev.alluvium.state.command.SavedTexts;
import dev.alluvium.state.command.SetVectors;
import dev.alluvium.state.command.Touch;
import dev.alluvium.state.command.Update;
import dev.alluvium.state.consolidate.Consolidation;
import dev.alluvium.state.decide.Decision;
import dev.alluvium.state.decide.Pending;
import dev.alluvium.state.decide.SaveQuestion;
import dev.alluvium.state.decide.SessionQuestion;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.graph.Revision;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.CommandOutcome.Refusal;
import dev.alluvium.state.outcome.ItemOutcome;
import dev.alluvium.state.outcome.OutcomeJson;
import dev.alluvium.state.record.RecordDraft;
import dev.alluvium.state.record.RecordJson;
import dev.alluvium.state.reembed.Reembedding;
import dev.alluvium.state.reembed.RowVectors;
import dev.alluvium.state.reembed.VectorQuestion;
import dev.alluvium.state.store.MemoryRows;
import dev.alluvium.state.vector.CosineCalibration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The rules of memory: given a memory's rows and a command, says what follows. Pure: it reads no
 * clock and writes nothing, so the same log gives the same state, and each rule is tested without a
 * cluster.
 */
public final class MemoryCore {

    private final MemoryOptions defaults;
    private final CosineCalibration calibration;
    private final String embedder;
    private final Embedded embedded;

    /**
     * @param defaults the process's options, which each memory's own overlay
     * @param calibration of the embedder's cosines
     * @param embedder the model that embeds what comes without a vector, or null
     * @param embedded what has vectors beside records
     */
    public MemoryCore(
            MemoryOptions defaults,
            CosineCalibration calibration,
            String embedder,
            Embedded embedded) {
        this.defaults = defaults;
        this.calibration = calibration;
        this.embedder = embedder;
        this.embedded = embedded;
    }

    /**
     * @param position where the command stands in the log
     * @param logTime the log's timestamp of the command; its known time, unless the memory already
     *     knows later
     */
    public Outcome apply(MemoryRows rows, Command command, Position position, Instant logTime) {
        Draft draft = new Draft(rows, position, logTime, embedder);
        CommandOutcome earlier =
                command.idempotencyKey() == null ? null : rows.answer(command.idempotencyKey());
        if (earlier != null) {
            return new Outcome(draft.finish(), earlier, List.of(), null, List.of(), null);
        }
        Application application = new Application(draft, position);
        CommandOutcome answer = answer(command, application, position);
        boolean refused = answer.refusal() != null;
        if (refused) {
            draft.discard();
        }
        if (command.idempotencyKey() != null) {
            draft.add(new PutAnswer(command.idempotencyKey(), answer));
        }
        List<MemoryEvent> events = application.events;
        if (refused || events == null) {
            String kind = refused ? "save_failed" : command.match(EventKinds.INSTANCE);
            events =
                    List.of(event(command, kind, draft, position, details(command, answer, draft)));
        }
        return new Outcome(
                draft.finish(),
                answer,
                events,
                refused ? null : application.question,
                refused ? List.of() : application.sessions,
                refused ? null : application.vectors);
    }

    /** What the model failed at, with the texts in full; null if it did not. */
    private static ObjectNode failure(Decide command, Draft draft) {
        List<Decision> failed =
                command.decisions().stream().filter(each -> each.failure() != null).toList();
        if (failed.isEmpty()) {
            return null;
        }
        ObjectNode details = Json.object();
        details.put("of", command.of().toString());
        details.put("error", failed.get(0).failure());
        RecordJson.putTexts(details, "ids", failed.stream().map(Decision::id).toList());
        RecordJson.putTexts(
                details,
                "values",
                failed.stream()
                        .map(each -> draft.current(each.id()))
                        .filter(ordinal -> ordinal >= 0)
                        .map(ordinal -> draft.record(ordinal).content())
                        .toList());
        return details;
    }

    private static MemoryEvent event(
            Command command, String kind, Draft draft, Position position, ObjectNode details) {
        return new MemoryEvent(command.memory(), kind, draft.known(), position, details);
    }

    private RecordWriter records(Draft draft, Position position) {
        MemoryOptions options = options(draft);
        return new RecordWriter(
                draft, new Consolidation(options, calibration, draft), options, position);
    }

    /**
     * A value that cannot be, such as an interval that an update would turn round, is refused here:
     * a command once in the log must never stop the memory.
     */
    private static CommandOutcome answer(
            Command command, Application application, Position position) {
        try {
            return command.match(application);
        } catch (IllegalArgumentException e) {
            Refusal refusal = new Refusal(422, "Cannot be applied", e.getMessage());
            return new CommandOutcome(position, List.of(), 0, refusal);
        }
    }

    /**
     * The sessions of a memory that have been silent long enough at an instant, for whoever has a
     * clock: they are to be distilled.
     */
    public List<SessionQuestion> silentSessions(MemoryId memory, MemoryRows rows, Instant now) {
        return SessionNotes.silent(memory, rows, defaults.with(rows.header().options()), now);
    }

    /** Seconds of silence after which sessions of a memory are distilled; 0 for never. */
    public double distillGap(MemoryHeader header) {
        return defaults.with(header.options()).get(Setting.DISTILL_GAP_SECONDS);
    }

    private MemoryOptions options(Draft draft) {
        return defaults.with(draft.header().options());
    }

    private static ObjectNode details(Command command, CommandOutcome answer, Draft draft) {
        ObjectNode details = Json.object();
        if (answer.refusal() != null) {
            details.put("error", answer.refusal().detail());
            // The lost texts are named in full: they are nowhere else but in the log.
            List<String> texts = SavedTexts.of(command);
            if (!texts.isEmpty()) {
                RecordJson.putTexts(details, "values", texts);
            }
            return details;
        }
        RecordJson.put(details, "without_vectors", draft.leftOut());
        if (command instanceof LogTurns) {
            details.put(
                    "turns",
                    answer.items().stream()
                            .filter(item -> item.action() == ItemOutcome.Action.INSERTED)
                            .count());
        } else if (!answer.items().isEmpty()) {
            details.set("outcomes", OutcomeJson.items(answer.items()));
        }
        if (command instanceof AssertFacts assertion && assertion.partial()) {
            putLeftOut(details, assertion, answer.items());
        }
        if (answer.forgotten() > 0) {
            details.put("forgotten", answer.forgotten());
        }
        return details;
    }

    /** The texts of a partial assertion whose items were refused. */
    private static void putLeftOut(
            ObjectNode details, AssertFacts assertion, List<ItemOutcome> items) {
        List<String> texts = SavedTexts.of(assertion);
        List<String> lost =
                IntStream.range(0, items.size())
                        .filter(i -> items.get(i).action() == ItemOutcome.Action.REFUSED)
                        .mapToObj(texts::get)
                        .toList();
        if (!lost.isEmpty()) {
            RecordJson.putTexts(details, "values", lost);
        }
    }

    /** Applies each kind of command to a draft. */
    private final class Application implements Command.Visitor<CommandOutcome> {

        private final Draft draft;
        private final Position position;
        private SaveQuestion question;
        private List<SessionQuestion> sessions = List.of();
        private VectorQuestion vectors;
        private List<MemoryEvent> events;

        Application(Draft draft, Position position) {
            this.draft = draft;
            this.position = position;
        }

        @Override
        public CommandOutcome remember(Remember command) {
            Refusal refusal = dimension(command.records().stream().map(RecordDraft::vector));
            if (refusal != null) {
                return refused(refusal);
            }
            List<ItemOutcome> items = records(draft, position).remember(command.records());
            if (command.infer()) {
                question =
                        SaveQuestions.of(
                                command.memory(),
                                position,
                                command.records(),
                                items,
                                draft,
                                new Consolidation(options(draft), calibration, draft));
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
                    : done(
                            List.of(records(draft, position).update(command.id(), command.patch())),
                            0);
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
            MemoryOptions options = options(draft);
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
                defaults.with(command.options());
            } catch (IllegalArgumentException e) {
                return refused(new Refusal(400, "Bad option", e.getMessage()));
            }
            draft.configure(command.options());
            TurnWriter.retain(draft, options(draft));
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
            ObjectNode failure = failure(command, draft);
            if (failure != null) {
                events.add(event(command, "analysis_failed", draft, position, failure));
            }
            List<ItemOutcome> items =
                    new DecisionWriter(draft, records(draft, position))
                            .decide(pending, command.decisions());
            draft.add(new PutPending(command.of(), null));
            if (!items.isEmpty()) {
                ObjectNode details = Json.object();
                details.put("of", command.of().toString());
                details.set("outcomes", OutcomeJson.items(items));
                String kind = command.match(EventKinds.INSTANCE);
                events.add(event(command, kind, draft, position, details));
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
            List<ItemOutcome> items = records(draft, position).remember(fresh.records());
            List<ItemOutcome> facts = facts(fresh.facts(), items.size());
            ObjectNode details = Json.object().put("session", command.session());
            details.put("of", command.of().toString());
            RecordJson.put(details, "error", command.failure());
            details.set("outcomes", OutcomeJson.items(items));
            if (!facts.isEmpty()) {
                details.set("facts", OutcomeJson.items(facts));
                putLeftOut(details, fresh.facts(), facts);
            }
            String kind =
                    command.failure() == null
                            ? command.match(EventKinds.INSTANCE)
                            : "distilling_failed";
            events.add(event(command, kind, draft, position, details));
            return done(Stream.concat(items.stream(), facts.stream()).toList(), 0);
        }

        private List<ItemOutcome> facts(AssertFacts found, int items) {
            return found.isEmpty()
                    ? List.of()
                    : graph(items).said(source -> SessionFacts.said(source, draft)).state(found);
        }

        @Override
        public CommandOutcome reembed(Reembed command) {
            if (embedder == null) {
                return refused(
                        new Refusal(
                                422,
                                "Nothing embeds",
                                "there is no embedder to embed the memory anew by; start with one (option embedder)"));
            }
            if (command.embedder() != null && !command.embedder().equals(embedder)) {
                return refused(
                        new Refusal(
                                422,
                                "Another model embeds",
                                "the memory was to be embedded anew by %s, but %s embeds; give all processes one embedder"
                                        .formatted(command.embedder(), embedder)));
            }
            String before = draft.header().embedder();
            vectors = reembedder(command).begin(embedder, command.anew());
            events = new ArrayList<>();
            ObjectNode started = progress();
            RecordJson.put(started, "embedder_before", before);
            events.add(
                    event(command, command.match(EventKinds.INSTANCE), draft, position, started));
            if (vectors == null) {
                events.add(completed(command));
            }
            return done(List.of(), 0);
        }

        /** Vectors that nobody waits for are passed over, as when they come twice. */
        @Override
        public CommandOutcome setVectors(SetVectors command) {
            events = new ArrayList<>();
            Reembedder reembedder = reembedder(command);
            if (!reembedder.isAwaited(command)) {
                return done(List.of(), 0);
            }
            String failure = command.failure();
            if (failure == null) {
                Refusal refusal =
                        dimension(
                                command.rows().stream()
                                        .map(RowVectors::vectors)
                                        .flatMap(List::stream));
                failure = refusal == null ? null : refusal.detail();
            }
            if (failure != null) {
                reembedder.stop(failure);
                events.add(
                        event(
                                command,
                                "reembedding_failed",
                                draft,
                                position,
                                progress().put("error", failure)));
                return done(List.of(), 0);
            }
            vectors = reembedder.goOn(command);
            events.add(
                    vectors == null
                            ? completed(command)
                            : event(
                                    command,
                                    command.match(EventKinds.INSTANCE),
                                    draft,
                                    position,
                                    progress()));
            return done(List.of(), 0);
        }

        private Reembedder reembedder(Command command) {
            return new Reembedder(draft, command.memory(), position, embedded);
        }

        private MemoryEvent completed(Command command) {
            return event(command, "reembedding_completed", draft, position, progress());
        }

        private ObjectNode progress() {
            Reembedding now = draft.header().reembedding();
            return Json.object().put("embedder", embedder).put("embedded", now.embedded());
        }

        private GraphWriter graph() {
            return graph(0);
        }

        private GraphWriter graph(int items) {
            return new GraphWriter(draft, options(draft).singleValued(), position, items);
        }

        private Refusal dimension(Stream<float[]> vectors) {
            return DimensionRule.broken(draft.header(), embedder, vectors);
        }

        private CommandOutcome done(List<ItemOutcome> items, long forgotten) {
            return new CommandOutcome(position, items, forgotten, null);
        }

        private CommandOutcome refused(Refusal refusal) {
            return new CommandOutcome(position, List.of(), 0, refusal);
        }
    }
}
