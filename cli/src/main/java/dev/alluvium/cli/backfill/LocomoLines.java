package dev.alluvium.cli.backfill;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.episode.TurnDraft;
import dev.alluvium.state.episode.TurnJson;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/**
 * A LoCoMo file as lines in the shape of an import: each turn is one, in the memory {@code
 * locomo/<sample_id>}. Their numbers count the turns.
 */
final class LocomoLines implements LineSource {

    private static final String APP = "locomo";

    private final LocomoReader reader;
    private final long fileBytes;
    private Iterator<TurnDraft> turns = List.<TurnDraft>of().iterator();
    private String user;
    private long number;
    private boolean ended;

    /** Begins at the turn {@code number}. */
    LocomoLines(Path file, long number) throws IOException {
        reader = new LocomoReader(file);
        fileBytes = Files.size(file);
        while (this.number < number - 1 && nextTurn() != null) {
            this.number++;
        }
    }

    @Override
    public Line next() throws IOException {
        TurnDraft turn = nextTurn();
        if (turn == null) {
            return null;
        }
        ObjectNode row = Json.object().put("app", APP).put("user", user);
        row.set("turn", TurnJson.write(turn));
        return new Line(++number, 0, Json.bytes(row), 0);
    }

    /** All at the end: the reader does not say how far it is. */
    @Override
    public long bytesRead() {
        return ended ? fileBytes : 0;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private TurnDraft nextTurn() throws IOException {
        while (!turns.hasNext()) {
            LocomoConversation conversation = reader.next();
            if (conversation == null) {
                ended = true;
                return null;
            }
            user = conversation.sampleId();
            turns = conversation.turns().iterator();
        }
        return turns.next();
    }
}
