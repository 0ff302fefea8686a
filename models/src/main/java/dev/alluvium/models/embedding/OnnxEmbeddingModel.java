package dev.alluvium.models.embedding;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.alluvium.state.vector.CosineCalibration;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a model in this process, on ONNX Runtime, one sequence at a time on the caller's thread.
 *
 * <p>It is one of the shipped models, or another of a BERT's kind: 512 positions, and as its first
 * output the states of all tokens.
 *
 * <p>The shipped model files are LangChain4j's, but not its in-process class: that one takes all
 * cores for each text through the session's own thread pool, so that callers on several threads
 * disturb each other, and cannot be closed. Here a run uses the caller's thread alone, and the
 * cores are filled by callers side by side ({@link EmbeddingService} does that). Sequences are not
 * put into one batch: the models are quantised dynamically, with one scale for the whole tensor, so
 * in a batch the vector of a text depends on its neighbours (cosine down to 0.98), and batches are
 * not faster on a CPU. See {@code docs/adr/0003-embedding-batches.md}.
 *
 * <p>A vector is the mean of the model's token states, scaled to unit norm. A text longer than one
 * window gets the mean of its windows' vectors, weighed by their tokens (see {@link TokenWindows}).
 *
 * <p>The session and the tokenizer are immutable and shared; a call holds the read lock, {@code
 * close} the write lock, so that the native session is not freed below a run.
 */
final class OnnxEmbeddingModel implements EmbeddingModel {

    private static final String TYPES = "token_type_ids";
    private static final Logger LOG = LoggerFactory.getLogger(OnnxEmbeddingModel.class);

    private final OnnxSource source;
    private final TokenWindows windows;
    private final OrtEnvironment environment;
    private final OrtSession session;
    private final boolean hasTypes;
    private final int dimension;
    private final ReadWriteLock use = new ReentrantReadWriteLock();
    private boolean closed;

    OnnxEmbeddingModel(OnnxSource source) {
        this.source = source;
        long begin = System.nanoTime();
        try (InputStream tokenizerJson = source.tokenizer().open();
                InputStream onnx = source.onnx().open();
                OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            windows = new TokenWindows(tokenizerJson, source.prefixes());
            environment = OrtEnvironment.getEnvironment();
            options.setIntraOpNumThreads(1);
            options.setInterOpNumThreads(1);
            // A pattern is kept for every length seen, which costs 150 MB after some long texts and
            // gains no
            // time that can be measured.
            options.setMemoryPatternOptimization(false);
            session = environment.createSession(onnx.readAllBytes(), options);
            hasTypes = session.getInputNames().contains(TYPES);
            dimension = statesLength(session);
            LOG.info(
                    "embedding model {} loaded in {} ms, {} dimensions",
                    name(),
                    (System.nanoTime() - begin) / 1_000_000,
                    dimension);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot read embedding model " + name() + " (" + e.getMessage() + ")", e);
        } catch (OrtException e) {
            throw new EmbeddingException("ONNX Runtime cannot load model " + name(), e);
        }
    }

    /** How long the state of a token is in the model's first output. */
    private int statesLength(OrtSession opened) throws OrtException {
        TensorInfo output =
                (TensorInfo) opened.getOutputInfo().values().iterator().next().getInfo();
        long[] shape = output.getShape();
        if (shape.length != 3 || shape[2] <= 0) {
            throw new IllegalArgumentException(
                    "embedding model "
                            + name()
                            + " has a first output of shape "
                            + Arrays.toString(shape)
                            + ", not [texts, tokens, dimension]: export it with the states of its tokens");
        }
        return (int) shape[2];
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public int dimension() {
        return dimension;
    }

    @Override
    public CosineCalibration calibration() {
        return source.calibration();
    }

    @Override
    public List<float[]> embed(List<String> texts, Purpose purpose) {
        List<float[]> vectors = new ArrayList<>(texts.size());
        for (String text : texts) {
            vectors.add(embed(text, purpose));
        }
        return vectors;
    }

    private float[] embed(String text, Purpose purpose) {
        use.readLock().lock();
        try {
            if (closed) {
                throw new IllegalStateException("embedding model " + name() + " is closed");
            }
            List<long[]> sequences = windows.of(text, purpose);
            double[] sum = new double[dimension];
            for (long[] sequence : sequences) {
                addScaled(sum, meanState(sequence), sequence.length);
            }
            return unit(sum);
        } catch (OrtException e) {
            throw new EmbeddingException(
                    "model "
                            + name()
                            + " failed on a text of "
                            + text.length()
                            + " characters: "
                            + e.getMessage(),
                    e);
        } finally {
            use.readLock().unlock();
        }
    }

    /** The mean over tokens of the model's last states for one sequence, of unit norm. */
    private float[] meanState(long[] sequence) throws OrtException {
        long[] shape = {1, sequence.length};
        // Without padding the attention mask is all ones, and so the mean runs over every position.
        long[] mask = new long[sequence.length];
        Arrays.fill(mask, 1);
        try (OnnxTensor ids = tensor(sequence, shape);
                OnnxTensor attention = tensor(mask, shape);
                OnnxTensor types = tensor(new long[sequence.length], shape);
                OrtSession.Result result = session.run(inputs(ids, attention, types))) {
            FloatBuffer states = ((OnnxTensor) result.get(0)).getFloatBuffer();
            double[] sum = new double[dimension];
            float[] state = new float[dimension];
            for (int i = 0; i < sequence.length; i++) {
                states.get(state);
                addScaled(sum, state, 1);
            }
            return unit(sum);
        }
    }

    /** What the model takes: some know one kind of text alone, and no types of tokens. */
    private Map<String, OnnxTensor> inputs(OnnxTensor ids, OnnxTensor attention, OnnxTensor types) {
        return hasTypes
                ? Map.of("input_ids", ids, "attention_mask", attention, TYPES, types)
                : Map.of("input_ids", ids, "attention_mask", attention);
    }

    private OnnxTensor tensor(long[] values, long[] shape) throws OrtException {
        return OnnxTensor.createTensor(environment, LongBuffer.wrap(values), shape);
    }

    private static void addScaled(double[] sum, float[] vector, double weight) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += weight * vector[i];
        }
    }

    private static float[] unit(double[] vector) {
        double squares = 0;
        for (double x : vector) {
            squares += x * x;
        }
        double scale = 1 / Math.sqrt(squares);
        float[] unit = new float[vector.length];
        for (int i = 0; i < unit.length; i++) {
            unit[i] = (float) (vector[i] * scale);
        }
        return unit;
    }

    @Override
    public void close() {
        use.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                session.close();
                windows.close();
            }
        } catch (OrtException e) {
            throw new EmbeddingException("ONNX Runtime cannot close model " + name(), e);
        } finally {
            use.writeLock().unlock();
        }
    }
}
