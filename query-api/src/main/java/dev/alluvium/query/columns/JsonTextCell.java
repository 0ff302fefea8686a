package dev.alluvium.query.columns;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;

/** Values that stand in the column as texts of JSON. */
final class JsonTextCell extends Cell {

    private final String name;
    private final TextCell texts;

    private JsonTextCell(String name, TextCell texts) {
        this.name = name;
        this.texts = texts;
    }

    static Optional<Cell> of(FieldVector vector) {
        return TextCell.of(vector)
                .map(texts -> new JsonTextCell(vector.getName(), (TextCell) texts));
    }

    @Override
    JsonNode at(int row) {
        String text = texts.text(row);
        if (text == null || text.isBlank()) {
            return null;
        }
        try {
            return Json.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(
                    "/" + name, "malformed JSON: " + e.getOriginalMessage());
        }
    }
}
