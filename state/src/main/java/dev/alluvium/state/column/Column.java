package dev.alluvium.state.column;

import java.util.Arrays;

/**
 * Immutable values by slot, as one writer puts them and any number of {@link Bound}s show them: a
 * page of values is copied before one in it is replaced, once between two bounds.
 */
public final class Column<T> {

    private static final int PAGE = 128;
    private static final int PAGE_BYTES = 4 * PAGE + 48;

    private Page[] pages = {};
    private boolean isDirectoryShared;
    private long epoch;
    private int size;

    /** A value in a slot of its own, the next one. */
    public int add(T value) {
        int slot = size++;
        if (slot / PAGE == pages.length) {
            pages = Arrays.copyOf(pages, pages.length + 1);
            pages[slot / PAGE] = new Page(epoch, new Object[PAGE]);
            isDirectoryShared = false;
        }
        // Beyond every bound there is: no reader looks at it.
        pages[slot / PAGE].values[slot % PAGE] = value;
        return slot;
    }

    public void set(int slot, T value) {
        Page page = pages[slot / PAGE];
        if (page.epoch != epoch) {
            page = new Page(epoch, page.values.clone());
            if (isDirectoryShared) {
                pages = pages.clone();
                isDirectoryShared = false;
            }
            pages[slot / PAGE] = page;
        }
        page.values[slot % PAGE] = value;
    }

    public T get(int slot) {
        return value(pages, slot);
    }

    public int size() {
        return size;
    }

    public long bytes() {
        return (long) PAGE_BYTES * pages.length;
    }

    /** The values as they are now, for good. */
    public Bound<T> bound() {
        epoch++;
        isDirectoryShared = true;
        return new Bound<>(pages, size);
    }

    @SuppressWarnings("unchecked")
    private static <T> T value(Page[] pages, int slot) {
        return (T) pages[slot / PAGE].values[slot % PAGE];
    }

    private record Page(long epoch, Object[] values) {}

    /** The values of a column at one time, for any thread. */
    public static final class Bound<T> {

        private final Page[] pages;
        private final int size;

        private Bound(Page[] pages, int size) {
            this.pages = pages;
            this.size = size;
        }

        /** The value of a slot; null beyond the bound. */
        public T get(int slot) {
            return slot < size ? value(pages, slot) : null;
        }

        public int size() {
            return size;
        }
    }
}
