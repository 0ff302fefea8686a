package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.alluvium.state.json.InvalidInputException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.ViewVarCharVector;

/** Texts, which must be whole UTF-8: what could not come back as it came is refused. */
final class TextCell extends Cell {

    /** The longest text, in bytes: what a line of an import may have. */
    private static final int MAX_BYTES = 4 * 1024 * 1024;

    private final FieldVector vector;
    private final IntUnaryOperator lengths;
    private final IntFunction<byte[]> bytes;

    private TextCell(FieldVector vector, IntUnaryOperator lengths, IntFunction<byte[]> bytes) {
        this.vector = vector;
        this.lengths = lengths;
        this.bytes = bytes;
    }

    static Optional<Cell> of(FieldVector vector) {
        if (vector instanceof VarCharVector texts) {
            return Optional.of(new TextCell(vector, texts::getValueLength, texts::get));
        }
        if (vector instanceof LargeVarCharVector texts) {
            return Optional.of(new TextCell(vector, texts::getValueLength, texts::get));
        }
        if (vector instanceof ViewVarCharVector texts) {
            return Optional.of(new TextCell(vector, texts::getValueLength, texts::get));
        }
        return Optional.empty();
    }

    @Override
    JsonNode at(int row) {
        String text = text(row);
        return text == null ? null : TextNode.valueOf(text);
    }

    String text(int row) {
        if (vector.isNull(row)) {
            return null;
        }
        int length = lengths.applyAsInt(row);
        if (length > MAX_BYTES) {
            throw new InvalidInputException(
                    "/" + vector.getName(),
                    "the text has " + length + " bytes; at most " + MAX_BYTES + " are allowed");
        }
        byte[] utf8 = bytes.apply(row);
        String text = new String(utf8, StandardCharsets.UTF_8);
        // Malformed bytes are replaced by this character, which a text may also have of its own.
        if (text.indexOf('\uFFFD') >= 0 && !isWhole(utf8)) {
            throw new InvalidInputException("/" + vector.getName(), "the text is not UTF-8");
        }
        return text;
    }

    private static boolean isWhole(byte[] utf8) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
