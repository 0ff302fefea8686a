package dev.alluvium.state.graph.read;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Pages through all entities by their ordinals, so that writes in between move none. */
final class GraphPages {

    private static final String MARK = "entity ";

    private final Showing showing;
    private final GraphView view;

    GraphPages(Showing showing) {
        this.showing = showing;
        this.view = showing.view();
    }

    GraphPage page(int limit, String cursor) {
        List<Integer> slots = first(limit, cursor == null ? -1 : ordinal(cursor));
        boolean hasMore = slots.size() > limit;
        List<ShownEntity> entities = new ArrayList<>();
        List<ShownFact> relations = new ArrayList<>();
        for (int slot : hasMore ? slots.subList(0, limit) : slots) {
            Slots observations = new Slots();
            Slots related = new Slots();
            showing.collect(slot, observations, related);
            entities.add(
                    showing.node(
                            slot, showing.newest(observations, Showing.ALL).facts(), List.of(), 0));
            relations.addAll(showing.newest(from(slot, related), Showing.ALL).facts());
        }
        return new GraphPage(
                entities,
                relations,
                hasMore ? cursor(view.entities.get(slots.get(limit - 1)).ordinal()) : null);
    }

    private Slots from(int entity, Slots relations) {
        Slots from = new Slots();
        relations.stream()
                .filter(version -> view.versions.subject(version) == entity)
                .forEach(from::add);
        return from;
    }

    /** The slots of the first entities behind an ordinal, in order, up to one beyond the limit. */
    private List<Integer> first(int limit, long after) {
        FirstFew first = new FirstFew(limit + 1, view::compareEntities);
        for (int slot = 0; slot < view.entities.size(); slot++) {
            if (showing.isShown(slot) && view.entities.get(slot).ordinal() > after) {
                first.offer(slot);
            }
        }
        return first.inOrder();
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
