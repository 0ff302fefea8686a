package dev.alluvium.state.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.Position;
import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.Decide;
import dev.alluvium.state.command.LogTurns;
import dev.alluvium.state.command.SavedTexts;
import dev.alluvium.state.decide.Decision;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.outcome.CommandOutcome;
import dev.alluvium.state.outcome.ItemOutcome;
import dev.alluvium.state.outcome.OutcomeJson;
import dev.alluvium.state.record.RecordJson;
import java.util.List;
import java.util.stream.IntStream;

/** What the world is told of a command. */
final class EventDetails {

    private EventDetails() {}

    static MemoryEvent event(
            Command command, String kind, Draft draft, Position position, ObjectNode details) {
        return new MemoryEvent(command.memory(), kind, draft.known(), position, details);
    }

    /** What became of a command that has no more to tell than that. */
    static ObjectNode details(Command command, CommandOutcome answer, Draft draft) {
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
    static void putLeftOut(ObjectNode details, AssertFacts assertion, List<ItemOutcome> items) {
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

    /** What the model failed at, with the texts in full; null if it did not. */
    static ObjectNode failure(Decide command, Draft draft) {
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
}
