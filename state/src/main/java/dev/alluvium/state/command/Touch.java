package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;
import java.time.Instant;
import java.util.List;

/** Notes that records were read; sent in batches by the readers' side. */
public record Touch(MemoryId memory, String idempotencyKey, List<String> ids, Instant at)
        implements Command {

    public Touch {
        ids = List.copyOf(ids);
    }

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.touch(this);
    }
}
