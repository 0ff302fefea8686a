package dev.alluvium.models.embedding;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.models.provider.Deadline;
import dev.alluvium.models.provider.ProviderClient;
import dev.alluvium.models.provider.ProviderException;
import dev.alluvium.models.provider.Retries;
import dev.alluvium.models.provider.Secrets;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.vector.CosineCalibration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A model that a provider runs. Nothing is built, and no key asked for, before the first text. Any
 * thread may call; interrupting it ends its call.
 */
final class RemoteEmbeddingModel implements EmbeddingModel {

    /** Some 2,000 vectors of 3,072 numbers as JSON. */
    private static final int MAX_REPLY_BYTES = 128 << 20;

    /** Each waits on a thread of its request; some that hang must not hold up the others. */
    private static final int MAX_QUERIES = 64;

    private final RemoteSettings settings;
    private final String url;
    private final EmbeddingWire wire;
    private final UnaryOperator<String> environment;
    private final Retries retries;
    private EmbeddingLine line;
    private volatile int dimension;
    private volatile boolean closed;

    RemoteEmbeddingModel(
            RemoteSettings settings,
            String url,
            EmbeddingWire wire,
            UnaryOperator<String> environment) {
        this.settings = settings;
        this.url = wire.place(url);
        this.wire = wire;
        this.environment = environment;
        retries = Retries.of(settings.config().retries());
        dimension = settings.dimension();
    }

    @Override
    public String name() {
        return settings.name();
    }

    /** As long as the config or the list of known models says; else the model is asked. */
    @Override
    public int dimension() {
        if (dimension == 0) {
            embed(List.of("dimension"), Purpose.QUERY);
        }
        return dimension;
    }

    @Override
    public CosineCalibration calibration() {
        return settings.config().calibration(settings.name());
    }

    @Override
    public int preferredBatch() {
        return settings.batchSize();
    }

    @Override
    public int queriesAtOnce(int workers) {
        return Math.max(workers, MAX_QUERIES);
    }

    @Override
    public List<float[]> embed(List<String> texts, Purpose purpose) {
        return embed(texts, purpose, this::ownDeadline);
    }

    @Override
    public List<float[]> embed(List<String> texts, Purpose purpose, Deadline deadline) {
        return embed(texts, purpose, () -> ownDeadline().earlier(deadline));
    }

    private Deadline ownDeadline() {
        return Deadline.in(settings.config().timeout());
    }

    private List<float[]> embed(
            List<String> texts, Purpose purpose, Supplier<Deadline> deadlineOfCall) {
        if (closed) {
            throw new IllegalStateException("embedding model " + name() + " is closed");
        }
        EmbeddingLine to = line();
        List<float[]> vectors = new ArrayList<>(texts.size());
        for (List<String> batch : settings.limits().split(texts, settings.batchSize())) {
            vectors.addAll(embedBatch(to, batch, purpose, deadlineOfCall.get()));
        }
        return vectors;
    }

    private List<float[]> embedBatch(
            EmbeddingLine to, List<String> texts, Purpose purpose, Deadline deadline) {
        try {
            String reply = to.client().post(wire.call(to, texts, purpose, deadline), deadline);
            return read(to, wire.vectors(Json.MAPPER.readTree(reply)), texts.size());
        } catch (ProviderException e) {
            throw e.isOfContent()
                    ? EmbeddingException.ofTexts(e.getMessage(), e.getCause())
                    : new EmbeddingException(e.getMessage(), e.getCause());
        } catch (JsonProcessingException e) {
            // Its words may quote the reply.
            throw new EmbeddingException(
                    to.client().failure("answered what is no JSON").getMessage(), null);
        }
    }

    private List<float[]> read(EmbeddingLine to, List<JsonNode> arrays, int texts) {
        if (arrays.size() != texts) {
            throw to.client()
                    .failure("answered %d vectors for %d texts".formatted(arrays.size(), texts));
        }
        List<float[]> vectors = new ArrayList<>(texts);
        for (JsonNode array : arrays) {
            vectors.add(unit(to, array));
        }
        return vectors;
    }

    private float[] unit(EmbeddingLine to, JsonNode array) {
        checkDimension(to, array.size());
        double squares = 0;
        for (JsonNode number : array) {
            if (!number.isNumber()) {
                throw to.client().failure("answered a vector of what are no numbers");
            }
            squares += number.doubleValue() * number.doubleValue();
        }
        double scale = 1 / Math.sqrt(squares);
        if (!(squares > 0) || !Double.isFinite(squares) || !Double.isFinite(scale)) {
            throw to.client().failure("answered a vector without a direction");
        }
        float[] unit = new float[array.size()];
        for (int i = 0; i < unit.length; i++) {
            unit[i] = (float) (array.get(i).doubleValue() * scale);
        }
        return unit;
    }

    private synchronized void checkDimension(EmbeddingLine to, int found) {
        if (found == 0) {
            throw to.client().failure("answered no vector where one should be");
        }
        if (dimension == 0) {
            dimension = found;
        }
        if (found != dimension) {
            throw to.client()
                    .failure(
                            "answered a vector of %d numbers where %d were expected: set dimension in embedder_config to what the model gives"
                                    .formatted(found, dimension));
        }
    }

    private synchronized EmbeddingLine line() {
        if (line == null) {
            String key = key();
            Secrets secrets = Secrets.of(key);
            ProviderClient client =
                    new ProviderClient(
                            "embedding model " + name(),
                            secrets,
                            retries,
                            settings.config().timeout(),
                            MAX_REPLY_BYTES);
            line =
                    new EmbeddingLine(
                            url,
                            settings.model(),
                            key,
                            settings.config(),
                            environment,
                            secrets,
                            client);
        }
        return line;
    }

    private String key() {
        String given = settings.config().text("api_key", null);
        if (given != null) {
            return given;
        }
        EmbeddingProvider.Key access = settings.provider().access();
        return Stream.of(access.variables())
                .map(environment)
                .filter(value -> value != null && !value.isBlank())
                .map(String::strip)
                .findFirst()
                .orElseGet(
                        () -> {
                            if (!access.needed()) {
                                return null;
                            }
                            throw new EmbeddingException(
                                    "embedding model "
                                            + name()
                                            + " has no key: set "
                                            + String.join(" or ", access.variables())
                                            + " in the environment, or api_key in embedder_config",
                                    null);
                        });
    }

    @Override
    public void close() {
        closed = true;
    }
}
