package dev.alluvium.query.parquet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.json.Json;
import java.nio.charset.CharacterCodingException;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;

/** Values that stand in the column as texts of JSON. */
final class JsonTextConverter extends PrimitiveConverter {

    private final String name;
    private final Consumer<JsonNode> put;
    private final Consumer<String> note;

    JsonTextConverter(String name, Consumer<JsonNode> put, Consumer<String> note) {
        this.name = name;
        this.put = put;
        this.note = note;
    }

    @Override
    public void addBinary(Binary value) {
        try {
            String text = PrimitiveValueConverter.text(value);
            if (!text.isBlank()) {
                put.accept(Json.MAPPER.readTree(text));
            }
        } catch (CharacterCodingException e) {
            note.accept("/" + name + ": the text is not UTF-8");
        } catch (JsonProcessingException e) {
            note.accept("/" + name + ": malformed JSON: " + e.getOriginalMessage());
        }
    }
}
