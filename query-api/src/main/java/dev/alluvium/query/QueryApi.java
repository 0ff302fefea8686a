package dev.alluvium.query;

import dev.alluvium.models.language.LanguageModel;
import dev.alluvium.query.deep.DeepRecall;
import dev.alluvium.query.event.EventFeed;
import dev.alluvium.query.event.LocalEvents;
import dev.alluvium.query.event.QueryEvents;
import dev.alluvium.query.extract.Extraction;
import dev.alluvium.query.http.Jetty;
import dev.alluvium.query.http.Problems;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.http.Routes.Route;
import dev.alluvium.query.ingest.ImportRoute;
import dev.alluvium.query.log.CommandLog;
import dev.alluvium.query.read.AccessRecorder;
import dev.alluvium.query.read.Barriers;
import dev.alluvium.query.read.Dimensions;
import dev.alluvium.query.read.Reader;
import dev.alluvium.query.route.DocRoutes;
import dev.alluvium.query.route.EntityRoutes;
import dev.alluvium.query.route.EventRoute;
import dev.alluvium.query.route.ExportRoute;
import dev.alluvium.query.route.ExtractRoute;
import dev.alluvium.query.route.FactRoutes;
import dev.alluvium.query.route.ForgetRoutes;
import dev.alluvium.query.route.GraphRoutes;
import dev.alluvium.query.route.OptionRoutes;
import dev.alluvium.query.route.RecallRoutes;
import dev.alluvium.query.route.RecordRoutes;
import dev.alluvium.query.route.ReembedRoutes;
import dev.alluvium.query.route.ScopeRoutes;
import dev.alluvium.query.route.SearchRoute;
import dev.alluvium.query.route.ServiceRoutes;
import dev.alluvium.query.route.StatementRoutes;
import dev.alluvium.query.route.ToolRoutes;
import dev.alluvium.query.route.TurnRoutes;
import dev.alluvium.query.write.Writer;
import dev.alluvium.state.serving.StateClient;
import io.javalin.Javalin;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;

/**
 * The HTTP server: appends commands to the log and asks the owners of memories. It keeps nothing
 * that a restart loses but conveniences, so any number of them may serve side by side. Requests are
 * worked on by a bounded pool of threads, each of which waits for its answers.
 */
public final class QueryApi implements AutoCloseable {

    /** The path of one memory. */
    public static final String MEMORY = "/v1/memories/{app}/{user}";

    private final PrometheusMeterRegistry meters =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gc = new JvmGcMetrics();
    private final Routes routes = new Routes();
    private final AccessRecorder accesses;
    private final EventRoute eventRoute;
    private final DeepRecall deep;
    private final Javalin server;

    /**
     * @param embedder embeds queries; null where there is no embedding model, so that searches are
     *     by words, or by vectors the callers bring
     * @param model helps deep recalls; null where there is none, so that each is one search; the
     *     caller closes it
     */
    public QueryApi(
            ApiSettings settings,
            StateClient state,
            CommandLog log,
            QueryEmbedder embedder,
            LanguageModel model,
            EventFeed events) {
        Barriers barriers = new Barriers();
        Reader reader = new Reader(state, barriers);
        LocalEvents local = new LocalEvents();
        Dimensions dimensions = new Dimensions(reader, embedder, settings.embedded());
        Writer writer = new Writer(log, state, reader, barriers, dimensions, local, settings);
        accesses = new AccessRecorder(log, settings.accessFlush());
        eventRoute = new EventRoute(events, local, settings.threads() / 2);
        deep = model == null ? null : new DeepRecall(model, settings.deep(), meters);
        QueryEvents queries = new QueryEvents(local, meters);

        new RecordRoutes(reader, writer, dimensions, settings).declare(routes, MEMORY);
        new RecallRoutes(reader, embedder, dimensions, accesses, deep, queries, settings)
                .declare(routes, MEMORY);
        new ForgetRoutes(writer).declare(routes, MEMORY);
        new ScopeRoutes(reader, settings.timeout()).declare(routes, MEMORY);
        new TurnRoutes(reader, writer, embedder, dimensions, queries, settings)
                .declare(routes, MEMORY);
        new StatementRoutes(writer, dimensions).declare(routes, MEMORY);
        new FactRoutes(reader, writer, dimensions, settings.timeout()).declare(routes, MEMORY);
        new EntityRoutes(reader, writer, settings.timeout()).declare(routes, MEMORY);
        new GraphRoutes(reader, embedder, dimensions, queries, settings).declare(routes, MEMORY);
        new ToolRoutes(reader, writer, embedder, dimensions, queries, settings)
                .declare(routes, MEMORY);
        new SearchRoute(reader, embedder, dimensions, queries, settings).declare(routes, MEMORY);
        new OptionRoutes(reader, writer, settings.defaults(), settings.timeout())
                .declare(routes, MEMORY);
        new ReembedRoutes(reader, writer, embedder, settings.timeout()).declare(routes, MEMORY);
        Extraction extraction =
                new Extraction(model, settings.deep().modelTimeout(), settings.deep().underWay());
        new ExtractRoute(extraction, local).declare(routes, MEMORY);
        new ExportRoute(reader, settings.timeout()).declare(routes, MEMORY);
        eventRoute.declare(routes, MEMORY);
        new ServiceRoutes(state, reader, meters, settings.timeout()).declare(routes);
        new ImportRoute(log, reader, barriers, dimensions, settings).declare(routes);
        new DocRoutes().declare(routes);
        server = server(settings);
    }

    /** Begins to listen. */
    public void start() {
        new ClassLoaderMetrics().bindTo(meters);
        new JvmMemoryMetrics().bindTo(meters);
        new JvmThreadMetrics().bindTo(meters);
        new ProcessorMetrics().bindTo(meters);
        new UptimeMetrics().bindTo(meters);
        gc.bindTo(meters);
        server.start();
    }

    /** The port listened on. */
    public int port() {
        return server.port();
    }

    /** Every route, in the order of declaration. */
    public List<Route> routes() {
        return routes.all();
    }

    /** Stops listening, ends event streams, writes what is noted of accesses. */
    @Override
    public void close() {
        eventRoute.close();
        server.stop();
        if (deep != null) {
            deep.close();
        }
        accesses.close();
        gc.close();
        meters.close();
    }

    private Javalin server(ApiSettings settings) {
        return Javalin.create(
                config -> {
                    config.startup.showJavalinBanner = false;
                    config.startup.startupWatcherEnabled = false;
                    config.startup.showOldJavalinVersionWarning = false;
                    config.http.prefer405over404 = true;
                    Jetty.configure(
                            config.jetty, settings.host(), settings.port(), settings.threads());
                    routes.register(config.routes, meters);
                    Problems.register(config.routes);
                });
    }
}
