package dev.alluvium.state.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.bitemporal.Timeline.Mark;
import dev.alluvium.state.change.Change;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A timeline in pages against one list of marks. */
class TimelineDraftTest {

    private final TestingRows rows = new TestingRows();
    private final TreeSet<Mark> marks = new TreeSet<>();

    @Test
    void pagesAnswerAsOneList() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 400; round++) {
            boolean grows = round < 200;
            change(random, grows ? 4 : 1, grows ? 1 : 5);
            Mark probe = mark(random);
            GraphDraft draft = new GraphDraft(rows);
            TimelineDraft timeline = new TimelineDraft(draft, "1rx");
            assertThat(timeline.end(probe)).as("seed %d", seed).isEqualTo(end(probe));
            assertThat(timeline.before(probe)).as("seed %d", seed).isEqualTo(before(probe));
        }
        change(random, 0, marks.size());
        assertThat(marks).isEmpty();
        assertThat(rows.timelines).as("seed %d", seed).isEmpty();
    }

    private void change(Random random, int added, int removed) {
        GraphDraft draft = new GraphDraft(rows);
        TimelineDraft timeline = new TimelineDraft(draft, "1rx");
        for (int i = 0; i < added; i++) {
            Mark mark = mark(random);
            timeline.add(mark);
            marks.add(mark);
        }
        for (int i = 0; i < removed && !marks.isEmpty(); i++) {
            Mark mark = new ArrayList<>(marks).get(random.nextInt(marks.size()));
            timeline.remove(mark);
            marks.remove(mark);
        }
        List<Change> changes = new ArrayList<>();
        draft.addTo(changes);
        rows.apply(changes);
    }

    private static Mark mark(Random random) {
        return new Mark(
                Instant.ofEpochSecond(random.nextInt(500)),
                Instant.ofEpochSecond(random.nextInt(2)),
                "v" + random.nextInt(3),
                random.nextInt(4));
    }

    private Instant end(Mark mark) {
        return marks.tailSet(mark, false).stream()
                .filter(each -> each.fact() != mark.fact())
                .map(Mark::from)
                .findFirst()
                .orElse(null);
    }

    private long before(Mark mark) {
        Mark before = marks.lower(mark);
        return before == null ? -1 : before.fact();
    }
}
