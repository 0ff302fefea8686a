package dev.alluvium.state.core;

import dev.alluvium.state.bitemporal.Timeline;
import dev.alluvium.state.bitemporal.Timeline.Mark;
import dev.alluvium.state.bitemporal.Timeline.Page;
import dev.alluvium.state.graph.GraphKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One timeline in a draft, of which a change reads and writes a page, however long it is. */
final class TimelineDraft {

    /** Most marks of one page. */
    static final int PAGE = 128;

    private final GraphDraft graph;
    private final String key;

    TimelineDraft(GraphDraft graph, String key) {
        this.graph = graph;
        this.key = key;
    }

    void add(Mark mark) {
        Timeline root = root();
        if (root.pages().isEmpty()) {
            Timeline next = root.with(mark);
            if (next.marks().size() <= PAGE) {
                graph.put(key, next);
            } else {
                graph.put(key, Timeline.ofPages(parted(next.marks(), 0, 1)));
            }
            return;
        }
        int at = root.page(mark);
        long number = root.pages().get(at).number();
        Timeline next = page(number).with(mark);
        if (next.marks().size() <= PAGE) {
            graph.put(pageKey(number), next);
            return;
        }
        List<Page> pages = new ArrayList<>(root.pages());
        long highest = pages.stream().mapToLong(Page::number).max().orElse(number);
        List<Page> halves = parted(next.marks(), number, highest + 1);
        pages.set(at, halves.get(0));
        pages.add(at + 1, halves.get(1));
        graph.put(key, Timeline.ofPages(pages));
    }

    private List<Page> parted(List<Mark> marks, long number, long other) {
        int middle = marks.size() / 2;
        graph.put(pageKey(number), Timeline.of(marks.subList(0, middle)));
        graph.put(pageKey(other), Timeline.of(marks.subList(middle, marks.size())));
        return List.of(new Page(marks.get(0), number), new Page(marks.get(middle), other));
    }

    void remove(Mark mark) {
        Timeline root = root();
        if (root.pages().isEmpty()) {
            putOrDelete(key, root.without(mark));
            return;
        }
        int at = root.page(mark);
        long number = root.pages().get(at).number();
        Timeline next = page(number).without(mark);
        putOrDelete(pageKey(number), next);
        if (next.marks().isEmpty()) {
            List<Page> pages = new ArrayList<>(root.pages());
            pages.remove(at);
            putOrDelete(key, Timeline.ofPages(pages));
        }
    }

    private void putOrDelete(String row, Timeline timeline) {
        graph.put(row, timeline.equals(Timeline.EMPTY) ? null : timeline);
    }

    /** Where a statement's value is ended by another; null where none follows. */
    Instant end(Mark mark) {
        Timeline root = root();
        if (root.pages().isEmpty()) {
            return from(root.next(mark));
        }
        for (int i = root.page(mark); i < root.pages().size(); i++) {
            Mark next = page(root.pages().get(i).number()).next(mark);
            if (next != null) {
                return next.from();
            }
        }
        return null;
    }

    private static Instant from(Mark mark) {
        return mark == null ? null : mark.from();
    }

    /** The fact whose end may move when a mark comes or goes here, if any. */
    long before(Mark mark) {
        Timeline root = root();
        if (root.pages().isEmpty()) {
            return fact(root.previous(mark));
        }
        int at = root.page(mark);
        Mark before = page(root.pages().get(at).number()).previous(mark);
        if (before == null && at > 0) {
            before = page(root.pages().get(at - 1).number()).previous(mark);
        }
        return fact(before);
    }

    private static long fact(Mark mark) {
        return mark == null ? GraphDraft.NO_FACT : mark.fact();
    }

    private Timeline root() {
        Timeline root = graph.timeline(key);
        return root == null ? Timeline.EMPTY : root;
    }

    private Timeline page(long number) {
        return graph.timeline(pageKey(number));
    }

    private String pageKey(long number) {
        return GraphKeys.page(key, number);
    }
}
