package dev.alluvium.state.column;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Where the row with an ordinal stands, for the writer alone. Ordinals are dense but for deleted
 * ones, so they are kept in pages; an empty page is dropped.
 */
public final class OrdinalSlots {

    public static final int NOWHERE = -1;

    private static final int PAGE = 256;
    private static final int PAGE_BYTES = PAGE * Integer.BYTES + 100;

    private final Map<Long, Page> pages = new HashMap<>();

    public int get(long ordinal) {
        Page page = pages.get(ordinal / PAGE);
        return page == null ? NOWHERE : page.slots[(int) (ordinal % PAGE)];
    }

    public void put(long ordinal, int slot) {
        Page page = pages.computeIfAbsent(ordinal / PAGE, number -> new Page());
        int at = (int) (ordinal % PAGE);
        page.used += page.slots[at] == NOWHERE ? 1 : 0;
        page.slots[at] = slot;
    }

    public void remove(long ordinal) {
        Page page = pages.get(ordinal / PAGE);
        int at = (int) (ordinal % PAGE);
        if (page != null && page.slots[at] != NOWHERE) {
            page.slots[at] = NOWHERE;
            if (--page.used == 0) {
                pages.remove(ordinal / PAGE);
            }
        }
    }

    public long bytes() {
        return (long) PAGE_BYTES * pages.size();
    }

    private static final class Page {
        private final int[] slots = new int[PAGE];
        private int used;

        Page() {
            Arrays.fill(slots, NOWHERE);
        }
    }
}
