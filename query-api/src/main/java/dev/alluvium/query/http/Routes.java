package dev.alluvium.query.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The routes of the server: declared once, listed for the contract's test, timed when called. */
public final class Routes {

    private final List<Route> all = new ArrayList<>();

    /** One route: an HTTP method and a path with its parameters in braces. */
    public record Route(HandlerType method, String path, Handler handler) {}

    public Routes get(String path, Handler handler) {
        return add(HandlerType.GET, path, handler);
    }

    public Routes post(String path, Handler handler) {
        return add(HandlerType.POST, path, handler);
    }

    public Routes patch(String path, Handler handler) {
        return add(HandlerType.PATCH, path, handler);
    }

    public Routes delete(String path, Handler handler) {
        return add(HandlerType.DELETE, path, handler);
    }

    public List<Route> all() {
        return List.copyOf(all);
    }

    public void register(RoutesConfig routes, MeterRegistry meters) {
        all.forEach(r -> routes.addHttpHandler(r.method(), r.path(), timed(r, meters)));
    }

    private Routes add(HandlerType method, String path, Handler handler) {
        all.add(new Route(method, path, handler));
        return this;
    }

    private static Handler timed(Route route, MeterRegistry meters) {
        Map<Integer, Timer> byStatus = new ConcurrentHashMap<>();
        return ctx -> {
            long start = System.nanoTime();
            try {
                route.handler().handle(ctx);
            } catch (Exception e) {
                Body.drain(ctx);
                Problems.render(ctx, Problems.of(e, ctx));
            } finally {
                record(byStatus, route, meters, ctx, Duration.ofNanos(System.nanoTime() - start));
            }
        };
    }

    private static void record(
            Map<Integer, Timer> byStatus,
            Route route,
            MeterRegistry meters,
            Context ctx,
            Duration taken) {
        byStatus.computeIfAbsent(
                        ctx.statusCode(),
                        status ->
                                Timer.builder("http.server.requests")
                                        .description("Requests by route and status")
                                        .tag("method", route.method().toString())
                                        .tag("route", route.path())
                                        .tag("status", String.valueOf(status))
                                        .publishPercentileHistogram()
                                        .minimumExpectedValue(Duration.ofMillis(1))
                                        .maximumExpectedValue(Duration.ofSeconds(10))
                                        .register(meters))
                .record(taken);
    }
}
