package dev.alluvium.query.route;

import dev.alluvium.query.http.Problem;
import dev.alluvium.query.http.Routes;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** The contract and its browsable form, from the class path: no network is needed to read them. */
public final class DocRoutes {

    private static final String SWAGGER_UI = "META-INF/resources/webjars/swagger-ui/";

    private static final Map<String, String> FILES =
            Map.of(
                    "swagger-ui.css", "text/css; charset=utf-8",
                    "swagger-ui-bundle.js", "text/javascript; charset=utf-8",
                    "favicon-32x32.png", "image/png");

    private static final String PAGE =
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
              <meta charset="utf-8">
              <title>Alluvium: HTTP API</title>
              <link rel="stylesheet" href="/docs/swagger-ui.css">
              <link rel="icon" href="/docs/favicon-32x32.png">
            </head>
            <body>
              <div id="ui"></div>
              <script src="/docs/swagger-ui-bundle.js"></script>
              <script>
                SwaggerUIBundle({url: "/openapi.yaml", dom_id: "#ui", deepLinking: true});
              </script>
            </body>
            </html>
            """;

    private static final String INDEX =
            """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>Alluvium</title></head>
            <body>
              <h1>Alluvium</h1>
              <p>Agent memory that settles out of a stream.</p>
              <ul>
                <li><a href="/docs">HTTP API</a> (<a href="/openapi.yaml">openapi.yaml</a>)</li>
                <li><a href="/v1/memories">Memories</a></li>
                <li><a href="/readyz">Ready</a>, <a href="/metrics">metrics</a></li>
              </ul>
            </body>
            </html>
            """;

    public void declare(Routes routes) {
        routes.get("/", ctx -> ctx.html(INDEX));
        routes.get("/docs", ctx -> ctx.html(PAGE));
        routes.get("/docs/{file}", this::file);
        routes.get(
                "/openapi.yaml",
                ctx ->
                        ctx.contentType("application/yaml; charset=utf-8")
                                .result(open("openapi.yaml")));
    }

    private void file(Context ctx) throws IOException {
        String name = ctx.pathParam("file");
        String type = FILES.get(name);
        if (type == null) {
            throw Problem.notFound("there is no " + ctx.path()).exception();
        }
        ctx.contentType(type)
                .header("Cache-Control", "max-age=86400")
                .result(open(SWAGGER_UI + version() + "/" + name));
    }

    /** The version in the web jar's paths, as the jar itself says it. */
    private static String version() throws IOException {
        try (InputStream in = open("META-INF/maven/org.webjars/swagger-ui/pom.properties")) {
            java.util.Properties properties = new java.util.Properties();
            properties.load(in);
            return properties.getProperty("version");
        }
    }

    private static InputStream open(String resource) {
        InputStream in = DocRoutes.class.getClassLoader().getResourceAsStream(resource);
        if (in == null) {
            throw new IllegalStateException("resource " + resource + " is not on the class path");
        }
        return in;
    }
}
