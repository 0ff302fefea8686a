package dev.alluvium.state.column;

/** Immutable values by slot, as one writer puts them and any number of {@link Bound}s show them. */
public final class Column<T> {

    private static final int PAGE_BYTES = 4 * Pages.SLOTS + 40;

    private final Pages<Object[]> pages =
            new Pages<>(() -> new Object[Pages.SLOTS], Object[]::clone);

    /** Puts a value into the next slot, and answers which that is. */
    public int add(T value) {
        int slot = pages.grow();
        pages.of(slot)[slot % Pages.SLOTS] = value;
        return slot;
    }

    public void set(int slot, T value) {
        pages.own(slot)[slot % Pages.SLOTS] = value;
    }

    public T get(int slot) {
        return value(pages.of(slot), slot);
    }

    public int size() {
        return pages.size();
    }

    /** The heap of the slots, without that of the values. */
    public long bytes() {
        return (long) PAGE_BYTES * pages.count();
    }

    /** The values as they are now, for good. */
    public Bound<T> bound() {
        return new Bound<>(pages.share(), pages.size());
    }

    @SuppressWarnings("unchecked")
    private static <T> T value(Object[] page, int slot) {
        return (T) page[slot % Pages.SLOTS];
    }

    /** The values of a column at one time, for any thread. */
    public static final class Bound<T> {

        private final Object[] pages;
        private final int size;

        private Bound(Object[] pages, int size) {
            this.pages = pages;
            this.size = size;
        }

        /** The value of a slot; null beyond the bound. */
        public T get(int slot) {
            return slot < size ? value(Pages.page(pages, slot), slot) : null;
        }

        public int size() {
            return size;
        }
    }
}
