package dev.alluvium.query.columns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;

/** Times within metadata, which as JSON are texts. */
final class TimeTextCell extends Cell {

    private final TimeCell times;

    TimeTextCell(TimeCell times) {
        this.times = times;
    }

    @Override
    JsonNode at(int row) {
        Instant instant = times.instant(row);
        return instant == null ? null : TextNode.valueOf(instant.toString());
    }
}
