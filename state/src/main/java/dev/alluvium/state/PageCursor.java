package dev.alluvium.state;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;

/**
 * Where a page of a listing ended: the time and id of its last item. A place in the order, not a
 * count of items, so that items added or deleted meanwhile neither repeat nor hide others.
 */
public record PageCursor(Instant at, String id) {

    public static PageCursor parse(String text) {
        try {
            String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            int space = plain.indexOf(' ');
            return new PageCursor(
                    Instant.parse(plain.substring(0, space)), plain.substring(space + 1));
        } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException e) {
            throw new IllegalArgumentException(
                    "cursor \""
                            + text
                            + "\" is none that a listing gave; take next_cursor of the page before",
                    e);
        }
    }

    @Override
    public String toString() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((at + " " + id).getBytes(StandardCharsets.UTF_8));
    }
}
