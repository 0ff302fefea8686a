package dev.alluvium.models.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Models under class loaders of jobs, several of which come and go in one TaskManager. */
class ClassLoadersTest {

    private static final String TEXT = "Flink gives each job a class loader of its own.";

    /** Embeds a text; loaded anew by each loader. */
    public static final class Embedded implements Callable<float[]> {

        @Override
        public float[] call() {
            try (EmbeddingModel model = EmbeddingModels.open(EmbeddingModels.names().get(0))) {
                return model.embed(List.of(TEXT), Purpose.PASSAGE).get(0);
            }
        }
    }

    @Test
    void aModelLoadsInEachClassLoaderOfOneProcess() throws Exception {
        float[] here = new Embedded().call();
        for (int job = 0; job < 2; job++) {
            try (URLClassLoader loader =
                    new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
                Callable<?> embedded =
                        (Callable<?>)
                                loader.loadClass(Embedded.class.getName())
                                        .getConstructor()
                                        .newInstance();
                assertThat(embedded.getClass()).isNotEqualTo(Embedded.class);
                assertThat((float[]) embedded.call()).as("job %d", job).isEqualTo(here);
            }
        }
    }

    private static URL[] classPath() {
        String classPath =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(classPath.split(File.pathSeparator))
                .map(ClassLoadersTest::url)
                .toArray(URL[]::new);
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException("class path entry " + entry, e);
        }
    }
}
