package dev.alluvium.state.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.Position;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.Reembed;
import dev.alluvium.state.command.SetVectors;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.outcome.CommandOutcome.Refusal;
import dev.alluvium.state.record.RecordJson;
import dev.alluvium.state.reembed.RowVectors;
import dev.alluvium.state.reembed.VectorQuestion;
import java.util.ArrayList;
import java.util.List;

/** Applies a command about embedding a memory anew, and says how far that is. */
final class ReembedCommands {

    private final Draft draft;
    private final Position position;
    private final Rules rules;
    private final List<MemoryEvent> events = new ArrayList<>();
    private VectorQuestion question;

    ReembedCommands(Draft draft, Position position, Rules rules) {
        this.draft = draft;
        this.position = position;
        this.rules = rules;
    }

    /** Why the memory cannot be embedded anew; null if it is. */
    Refusal apply(Reembed command) {
        if (rules.embedder() == null) {
            return new Refusal(
                    422,
                    "Nothing embeds",
                    "there is no embedder to embed the memory anew by; start with one (option embedder)");
        }
        if (command.embedder() != null && !command.embedder().equals(rules.embedder())) {
            return new Refusal(
                    422,
                    "Another model embeds",
                    "the memory was to be embedded anew by %s, but %s embeds; give all processes one embedder"
                            .formatted(command.embedder(), rules.embedder()));
        }
        String before = draft.header().embedder();
        question = reembedder(command).begin(rules.embedder(), command.anew());
        ObjectNode started = progress();
        RecordJson.put(started, "embedder_before", before);
        tell(command, command.match(EventKinds.INSTANCE), started);
        if (question == null) {
            tell(command, "reembedding_completed", progress());
        }
        return null;
    }

    /** Vectors that nobody waits for are passed over, as when they come twice. */
    void apply(SetVectors command) {
        Reembedder reembedder = reembedder(command);
        if (!reembedder.isAwaited(command)) {
            return;
        }
        String failure = failure(command);
        if (failure != null) {
            reembedder.stop(failure);
            tell(command, "reembedding_failed", progress().put("error", failure));
            return;
        }
        question = reembedder.goOn(command);
        tell(
                command,
                question == null ? "reembedding_completed" : command.match(EventKinds.INSTANCE),
                progress());
    }

    /** The rows that are to be embedded next, or null. */
    VectorQuestion question() {
        return question;
    }

    List<MemoryEvent> events() {
        return events;
    }

    private String failure(SetVectors command) {
        if (command.failure() != null) {
            return command.failure();
        }
        Refusal refusal =
                DimensionRule.broken(
                        draft.header(),
                        command.embedder(),
                        command.rows().stream().map(RowVectors::vectors).flatMap(List::stream));
        return refusal == null ? null : refusal.detail();
    }

    private Reembedder reembedder(Command command) {
        return new Reembedder(draft, command.memory(), position, rules.embedded());
    }

    private void tell(Command command, String kind, ObjectNode details) {
        events.add(EventDetails.event(command, kind, draft, position, details));
    }

    private ObjectNode progress() {
        return Json.object()
                .put("embedder", draft.header().embedder())
                .put("embedded", draft.header().reembedding().embedded());
    }
}
