package dev.alluvium.query.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.event.LocalEvents;
import dev.alluvium.state.command.AssertFacts;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.Remember;
import dev.alluvium.state.command.SavedTexts;
import dev.alluvium.state.event.MemoryEvent;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordJson;
import java.time.Instant;

/**
 * Tells listeners when a save begins, and when it fails before the log has it; what becomes of it
 * after that is told by the memory's owner.
 */
final class SaveEvents {

    private final LocalEvents events;

    SaveEvents(LocalEvents events) {
        this.events = events;
    }

    void started(Command command) {
        tell(command, "save_started", Json.object());
    }

    /** The texts are named in full: they are nowhere else. */
    void failed(Command command, RuntimeException reason) {
        tell(command, "save_failed", Json.object().put("error", reason.getMessage()));
    }

    private void tell(Command command, String kind, ObjectNode details) {
        boolean isSave = command instanceof Remember || command instanceof AssertFacts;
        if (isSave && events.listened(command.memory())) {
            RecordJson.putTexts(details, "values", SavedTexts.of(command));
            events.publish(new MemoryEvent(command.memory(), kind, Instant.now(), null, details));
        }
    }
}
