package dev.alluvium.state.column;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The pages of a column that one thread writes and any number read. A page that may be shown is
 * copied before a value in it is replaced, once between two times the pages are shared; values are
 * added in place, since no reader looks beyond its bound.
 *
 * @param <P> a page of {@link #SLOTS} values
 */
public final class Pages<P> {

    /** Values of a page: few, since a write copies a page, and many beside what a page costs. */
    public static final int SLOTS = 128;

    private final Supplier<P> empty;
    private final UnaryOperator<P> copy;
    private Object[] pages = {};
    private long[] epochs = {};
    private long epoch;
    private boolean isDirectoryShared;
    private int size;

    public Pages(Supplier<P> empty, UnaryOperator<P> copy) {
        this.empty = empty;
        this.copy = copy;
    }

    /** The slot of one value more. */
    public int grow() {
        int slot = size++;
        if (slot / SLOTS == pages.length) {
            pages = Arrays.copyOf(pages, pages.length + 1);
            epochs = Arrays.copyOf(epochs, pages.length);
            isDirectoryShared = false;
            pages[slot / SLOTS] = empty.get();
            epochs[slot / SLOTS] = epoch;
        }
        return slot;
    }

    /** The page of a slot, to be read, or to write a slot that was grown since the last share. */
    public P of(int slot) {
        return page(pages, slot);
    }

    /** The page of a slot, to be changed. */
    public P own(int slot) {
        int number = slot / SLOTS;
        if (epochs[number] != epoch) {
            if (isDirectoryShared) {
                pages = pages.clone();
                isDirectoryShared = false;
            }
            pages[number] = copy.apply(of(slot));
            epochs[number] = epoch;
        }
        return of(slot);
    }

    public int size() {
        return size;
    }

    public int count() {
        return pages.length;
    }

    /** The pages as they are now; whoever reads them keeps below the present size. */
    public Object[] share() {
        epoch++;
        isDirectoryShared = true;
        return pages;
    }

    /** The page of a slot in a directory that was shared. */
    @SuppressWarnings("unchecked")
    public static <P> P page(Object[] pages, int slot) {
        return (P) pages[slot / SLOTS];
    }
}
