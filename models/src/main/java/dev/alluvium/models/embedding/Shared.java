package dev.alluvium.models.embedding;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Opens a costly thing once for each key, counts who uses it, and closes it after the last.
 *
 * <p>All of it happens under one lock, the opening and closing too: whoever asks for a thing that
 * is being opened waits for it, and none is opened while its predecessor is being closed.
 */
final class Shared<K, T extends AutoCloseable> {

    private static final class Entry<T> {
        final T value;
        int leases;

        Entry(T value) {
            this.value = value;
        }
    }

    private final Function<K, T> opener;
    private final Map<K, Entry<T>> entries = new HashMap<>();

    Shared(Function<K, T> opener) {
        this.opener = opener;
    }

    synchronized Lease<T> lease(K key) {
        Entry<T> entry = entries.get(key);
        if (entry == null) {
            entry = new Entry<>(opener.apply(key));
            entries.put(key, entry);
        }
        entry.leases++;
        return new Lease<>(entry.value, () -> release(key));
    }

    private synchronized void release(K key) {
        Entry<T> entry = entries.get(key);
        if (--entry.leases == 0) {
            entries.remove(key);
            try {
                entry.value.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("cannot close " + entry.value, e);
            }
        }
    }
}
