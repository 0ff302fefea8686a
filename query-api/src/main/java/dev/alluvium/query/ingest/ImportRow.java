package dev.alluvium.query.ingest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.episode.TurnDraft;
import dev.alluvium.state.episode.TurnJson;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordDraft;
import dev.alluvium.state.record.RecordJson;
import java.io.IOException;
import java.io.UncheckedIOException;

/** One line of an import: a record or a turn (the other is null) of a memory. */
record ImportRow(MemoryId memory, RecordDraft record, TurnDraft turn) {

    /**
     * Reads a line.
     *
     * @param app where the line names none, or null
     * @param user where the line names none, or null
     * @param recent the memory of a line before, used again where it is the same
     */
    static ImportRow read(NdjsonLines lines, String app, String user, MemoryId recent) {
        Fields fields = Fields.of(parse(lines));
        String ownApp = fields.text("app");
        String ownUser = fields.text("user");
        RecordDraft record = fields.object("record", RecordJson::draft);
        TurnDraft turn = fields.object("turn", TurnJson::draft);
        if (fields.has("record") == fields.has("turn")) {
            fields.problem("", "a line holds either a record or a turn");
        }
        fields.done();
        return new ImportRow(
                memory(ownApp == null ? app : ownApp, ownUser == null ? user : ownUser, recent),
                record,
                turn);
    }

    private static JsonNode parse(NdjsonLines lines) {
        try {
            return Json.MAPPER.readTree(lines.buffer(), lines.start(), lines.length());
        } catch (JsonProcessingException e) {
            throw Json.malformed(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MemoryId memory(String app, String user, MemoryId recent) {
        if (recent != null && recent.app().equals(app) && recent.user().equals(user)) {
            return recent;
        }
        try {
            return new MemoryId(app, user);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(
                    "", e.getMessage() + ", in the line or as a query parameter");
        }
    }
}
