package dev.alluvium.state.command;

import dev.alluvium.state.MemoryId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sets options of this memory; a null value returns an option to the process's. */
public record Configure(MemoryId memory, String idempotencyKey, Map<String, String> options)
        implements Command {

    public Configure {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    @Override
    public <R> R match(Visitor<R> visitor) {
        return visitor.configure(this);
    }
}
