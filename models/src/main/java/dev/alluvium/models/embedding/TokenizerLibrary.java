package dev.alluvium.models.embedding;

import ai.djl.huggingface.tokenizers.jni.LibUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Loads the tokenizer's native part so that it works under any class loader.
 *
 * <p>The library keeps that part as one file in the home directory, and the JVM lets only one class
 * loader load a file. A Flink cluster gives each job a class loader of its own, so the next job in
 * the same TaskManager would find the file taken: there it is loaded from a copy that no other
 * loader has.
 */
final class TokenizerLibrary {

    private static final String OFFLINE = "ai.djl.offline";
    private static final String CACHE = "ENGINE_CACHE_DIR";

    private TokenizerLibrary() {}

    /** Loads it, unless this class's loader has done so before. */
    static void load() {
        // Unless told so, it calls home from cloud machines and fetches a native part from the net
        // where it sees a GPU; the part for CPUs is in its jar.
        if (System.getProperty(OFFLINE) == null) {
            System.setProperty(OFFLINE, "true");
        }
        if (TokenizerLibrary.class.getClassLoader() == ClassLoader.getSystemClassLoader()) {
            LibUtils.checkStatus();
            return;
        }
        try {
            loadCopy();
        } catch (IOException e) {
            throw new UncheckedIOException("the tokenizer's native part cannot be unpacked", e);
        }
    }

    private static void loadCopy() throws IOException {
        Path copy = Files.createTempDirectory("alluvium-tokenizer");
        // A property belongs to the JVM, and so must the lock: other loaders do the same.
        synchronized (Runtime.getRuntime()) {
            String before = System.getProperty(CACHE);
            System.setProperty(CACHE, copy.toString());
            try {
                LibUtils.checkStatus();
            } finally {
                if (before == null) {
                    System.clearProperty(CACHE);
                } else {
                    System.setProperty(CACHE, before);
                }
            }
        }
        delete(copy);
    }

    /** What is loaded stays loaded when its file is gone. */
    private static void delete(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
