package dev.alluvium.operators.memory;

/**
 * Runs what reads or writes keyed state, whose checked exceptions nobody here can mend: the task
 * fails and restarts.
 */
final class Checked {

    private Checked() {}

    static <T> T get(Read<T> read) {
        try {
            return read.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("keyed state could not be read", e);
        }
    }

    static void run(Write write) {
        try {
            write.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("keyed state could not be written", e);
        }
    }

    interface Read<T> {
        T run() throws Exception;
    }

    interface Write {
        void run() throws Exception;
    }
}
