package dev.alluvium.models.embedding;

import dev.alluvium.state.vector.CosineCalibration;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where an ONNX model and its tokenizer are read from, and how the model wants to be used.
 *
 * @param prefixes what stands before a text of each purpose
 */
record OnnxSource(
        String name,
        Content onnx,
        Content tokenizer,
        Map<Purpose, String> prefixes,
        CosineCalibration calibration) {

    /** Opens a file or a resource. */
    @FunctionalInterface
    interface Content {
        InputStream open() throws IOException;

        static Content resource(String path) {
            return () -> {
                InputStream in = OnnxSource.class.getResourceAsStream(path);
                if (in == null) {
                    throw new IOException("resource " + path + " is not on the class path");
                }
                return in;
            };
        }

        static Content file(Path path) {
            return () -> Files.newInputStream(path);
        }
    }
}
