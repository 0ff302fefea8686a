package dev.alluvium.state.graph.read;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Pages through all entities by their ordinals, so that writes in between move none. */
final class GraphPages {

    private static final String MARK = "entity ";

    private final Showing showing;

    GraphPages(Showing showing) {
        this.showing = showing;
    }

    GraphPage page(int limit, String cursor) {
        long after = cursor == null ? -1 : ordinal(cursor);
        List<Integer> slots = first(limit + 1, after);
        boolean hasMore = slots.size() > limit;
        List<ShownEntity> entities = new ArrayList<>();
        List<ShownFact> relations = new ArrayList<>();
        for (int slot : hasMore ? slots.subList(0, limit) : slots) {
            List<ShownFact> observations = new ArrayList<>();
            for (VersionRow row : showing.facts(slot)) {
                if (!row.isRelation()) {
                    observations.add(showing.fact(row));
                } else if (row.subject() == slot) {
                    relations.add(showing.fact(row));
                }
            }
            entities.add(showing.node(slot, observations, List.of()));
        }
        return new GraphPage(
                entities, relations, hasMore ? cursor(ordinal(slots.get(limit - 1))) : null);
    }

    /** The slots of the first entities behind an ordinal, in order. */
    private List<Integer> first(int count, long after) {
        Comparator<Integer> order = Comparator.comparingLong(this::ordinal);
        PriorityQueue<Integer> last = new PriorityQueue<>(order.reversed());
        for (int slot = 0; slot < showing.view().entities.size(); slot++) {
            if (showing.entity(slot) != null && ordinal(slot) > after) {
                last.add(slot);
                if (last.size() > count) {
                    last.remove();
                }
            }
        }
        return last.stream().sorted(order).toList();
    }

    private long ordinal(int slot) {
        return showing.view().entities.get(slot).ordinal();
    }

    private static String cursor(long ordinal) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((MARK + ordinal).getBytes(StandardCharsets.US_ASCII));
    }

    private static long ordinal(String cursor) {
        try {
            String plain =
                    new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII);
            if (plain.startsWith(MARK)) {
                return Long.parseLong(plain.substring(MARK.length()));
            }
        } catch (IllegalArgumentException e) {
            throw refused(cursor, e);
        }
        throw refused(cursor, null);
    }

    private static IllegalArgumentException refused(String cursor, Exception cause) {
        return new IllegalArgumentException(
                "cursor \""
                        + cursor
                        + "\" is none that reading the graph gave; take next_cursor of the page before",
                cause);
    }
}
