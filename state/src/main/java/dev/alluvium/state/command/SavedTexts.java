package dev.alluvium.state.command;

import dev.alluvium.state.episode.TurnDraft;
import dev.alluvium.state.graph.FactTexts;
import dev.alluvium.state.graph.ObservationDraft;
import dev.alluvium.state.graph.Revision;
import dev.alluvium.state.record.RecordDraft;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The texts that a command would save, to name them where it fails: they are nowhere else. Of a
 * batch there is one for each of its outcomes.
 */
public enum SavedTexts implements Command.Visitor<List<String>> {
    INSTANCE;

    public static List<String> of(Command command) {
        return command.match(INSTANCE);
    }

    @Override
    public List<String> remember(Remember command) {
        return command.records().stream().map(RecordDraft::content).toList();
    }

    @Override
    public List<String> update(Update command) {
        return Stream.ofNullable(command.patch().content()).toList();
    }

    @Override
    public List<String> logTurns(LogTurns command) {
        return command.turns().stream().map(TurnDraft::content).toList();
    }

    @Override
    public List<String> assertFacts(AssertFacts command) {
        Stream<String> ofEntities =
                command.entities().stream()
                        .flatMap(
                                each ->
                                        Stream.concat(
                                                Stream.of(each.name()),
                                                texts(each.name(), each.observations())));
        Stream<String> ofObservations =
                command.observations().stream()
                        .flatMap(each -> texts(each.entity().name(), each.observations()));
        Stream<String> ofRelations =
                command.relations().stream()
                        .map(
                                each ->
                                        FactTexts.relation(
                                                each.source().name(),
                                                each.type(),
                                                each.target().name()));
        return Stream.of(ofEntities, ofObservations, ofRelations)
                .flatMap(Function.identity())
                .toList();
    }

    private static Stream<String> texts(String entity, List<ObservationDraft> observations) {
        return observations.stream().map(each -> FactTexts.observation(entity, each.content()));
    }

    @Override
    public List<String> reviseFact(ReviseFact command) {
        return command.revision() instanceof Revision.Correct correct && correct.saysOtherwise()
                ? List.of(FactTexts.correction(correct))
                : List.of();
    }

    @Override
    public List<String> forget(Forget command) {
        return List.of();
    }

    @Override
    public List<String> reset(Reset command) {
        return List.of();
    }

    @Override
    public List<String> touch(Touch command) {
        return List.of();
    }

    @Override
    public List<String> configure(Configure command) {
        return List.of();
    }

    @Override
    public List<String> erase(Erase command) {
        return List.of();
    }

    @Override
    public List<String> identifyEntity(IdentifyEntity command) {
        return List.of();
    }

    @Override
    public List<String> deleteFacts(DeleteFacts command) {
        return List.of();
    }

    @Override
    public List<String> distill(Distill command) {
        return Stream.concat(
                        command.records().stream().map(RecordDraft::content),
                        assertFacts(command.facts()).stream())
                .toList();
    }

    @Override
    public List<String> reembed(Reembed command) {
        return List.of();
    }

    @Override
    public List<String> setVectors(SetVectors command) {
        return List.of();
    }

    /** Its texts are those of a model, and the save's own are kept already. */
    @Override
    public List<String> decide(Decide command) {
        return List.of();
    }
}
