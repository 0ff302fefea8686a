package dev.alluvium.operators.embed;

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
import dev.alluvium.state.decide.Decision;
import dev.alluvium.state.decide.Plan;
import dev.alluvium.state.decide.Plan.Step;
import dev.alluvium.state.episode.TurnDraft;
import dev.alluvium.state.episode.TurnTexts;
import dev.alluvium.state.graph.FactTexts;
import dev.alluvium.state.graph.ObservationDraft;
import dev.alluvium.state.graph.RelationDraft;
import dev.alluvium.state.graph.Revision;
import dev.alluvium.state.option.Embedded;
import dev.alluvium.state.record.RecordDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Gives a command the vectors it lacks: {@code embed} is asked for each text that wants one, always
 * in the same order, and may answer null. What the caller brought is kept.
 *
 * @param preceding for each turn what was said before it, or empty
 * @param embedded what else than records is embedded
 */
record Embedding(List<String> preceding, Embedded embedded, Function<String, float[]> embed)
        implements Command.Visitor<Command> {

    @Override
    public Command remember(Remember command) {
        return new Remember(
                command.memory(),
                command.idempotencyKey(),
                command.records().stream().map(this::withVector).toList(),
                command.infer());
    }

    private RecordDraft withVector(RecordDraft draft) {
        return draft.vector() != null ? draft : draft.withVector(embed.apply(draft.content()));
    }

    @Override
    public Command update(Update command) {
        if (command.patch().content() == null || command.patch().vector() != null) {
            return command;
        }
        float[] vector = embed.apply(command.patch().content());
        return new Update(
                command.memory(),
                command.idempotencyKey(),
                command.id(),
                command.patch().withVector(vector));
    }

    @Override
    public Command logTurns(LogTurns command) {
        if (!embedded.turns()) {
            return command;
        }
        List<TurnDraft> drafts = new ArrayList<>(command.turns().size());
        for (int i = 0; i < command.turns().size(); i++) {
            drafts.add(
                    withVectors(
                            command.turns().get(i), preceding.isEmpty() ? null : preceding.get(i)));
        }
        return new LogTurns(command.memory(), command.idempotencyKey(), drafts);
    }

    /** Its own vector first, then that of the turn with the one before it. */
    private TurnDraft withVectors(TurnDraft turn, String before) {
        if (!turn.vectors().isEmpty()) {
            return turn;
        }
        String alone = TurnTexts.alone(turn);
        float[] own = embed.apply(alone);
        float[] pair = before == null ? null : embed.apply(TurnTexts.pair(before, alone));
        if (own == null) {
            return turn;
        }
        return turn.withVectors(pair == null ? List.of(own) : List.of(own, pair));
    }

    @Override
    public Command forget(Forget command) {
        return command;
    }

    @Override
    public Command reset(Reset command) {
        return command;
    }

    @Override
    public Command touch(Touch command) {
        return command;
    }

    @Override
    public Command configure(Configure command) {
        return command;
    }

    @Override
    public Command erase(Erase command) {
        return command;
    }

    @Override
    public Command assertFacts(AssertFacts command) {
        return withVectors(command);
    }

    private AssertFacts withVectors(AssertFacts command) {
        if (!embedded.facts()) {
            return command;
        }
        return new AssertFacts(
                command.memory(),
                command.idempotencyKey(),
                command.entities().stream()
                        .map(
                                each ->
                                        each.withObservations(
                                                withVectors(each.name(), each.observations())))
                        .toList(),
                command.observations().stream()
                        .map(
                                each ->
                                        each.withObservations(
                                                withVectors(
                                                        each.entity().name(), each.observations())))
                        .toList(),
                command.relations().stream().map(this::withVector).toList(),
                command.createMissing(),
                command.partial());
    }

    private List<ObservationDraft> withVectors(String entity, List<ObservationDraft> drafts) {
        return drafts.stream()
                .map(
                        draft ->
                                draft.vector() != null
                                        ? draft
                                        : draft.withVector(
                                                embed.apply(
                                                        FactTexts.observation(
                                                                entity, draft.content()))))
                .toList();
    }

    private RelationDraft withVector(RelationDraft draft) {
        return draft.vector() != null
                ? draft
                : draft.withVector(
                        embed.apply(
                                FactTexts.relation(
                                        draft.source().name(),
                                        draft.type(),
                                        draft.target().name())));
    }

    @Override
    public Command reviseFact(ReviseFact command) {
        if (!embedded.facts()
                || !(command.revision() instanceof Revision.Correct correct)
                || correct.vector() != null
                || !correct.saysOtherwise()) {
            return command;
        }
        float[] vector = embed.apply(FactTexts.correction(correct));
        return new ReviseFact(
                command.memory(),
                command.idempotencyKey(),
                command.id(),
                correct.withVector(vector));
    }

    @Override
    public Command identifyEntity(IdentifyEntity command) {
        return command;
    }

    @Override
    public Command deleteFacts(DeleteFacts command) {
        return command;
    }

    @Override
    public Command reembed(Reembed command) {
        return command;
    }

    @Override
    public Command setVectors(SetVectors command) {
        return command;
    }

    @Override
    public Command distill(Distill command) {
        return command.keeping(
                command.records().stream().map(this::withVector).toList(),
                withVectors(command.facts()));
    }

    @Override
    public Command decide(Decide command) {
        return new Decide(
                command.memory(),
                command.of(),
                command.decisions().stream().map(this::withVectors).toList());
    }

    private Decision withVectors(Decision decision) {
        if (decision.plan() == null) {
            return decision;
        }
        List<Step> steps =
                decision.plan().steps().stream()
                        .map(
                                step ->
                                        step.content() == null || step.vector() != null
                                                ? step
                                                : step.withVector(embed.apply(step.content())))
                        .toList();
        return new Decision(
                decision.id(),
                decision.analysis(),
                new Plan(steps, decision.plan().insertNew()),
                decision.failure());
    }
}
