package dev.alluvium.state.episode;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives each session or author a number, so that a turn holds four bytes instead of a name. One
 * thread adds; any thread looks a name up whose number it has from a view.
 */
final class Names {

    /** The number of "no name". */
    static final int NONE = 0;

    private static final int ENTRY_BYTES = 140;

    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
    private volatile String[] names = new String[4];
    private int count = 1;
    private long bytes;

    /** The number of a name, a new one if it has none. */
    int add(String name) {
        if (name == null) {
            return NONE;
        }
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        if (count == names.length) {
            names = Arrays.copyOf(names, 2 * count);
        }
        names[count] = name;
        numbers.put(name, count);
        bytes += ENTRY_BYTES + name.length();
        return count++;
    }

    /** The number of a name, or -1 if no turn ever had it. */
    int find(String name) {
        return numbers.getOrDefault(name, -1);
    }

    String name(int number) {
        return names[number];
    }

    int count() {
        return count;
    }

    long bytes() {
        return bytes;
    }
}
